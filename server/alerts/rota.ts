import type { Turn } from '../../contract/shapes/alert.ts';
import { timeIn, weekAt } from '../base/weekly-time.ts';
import type { StoredRota } from './rows/rota.ts';

/** Who is on duty: one person after the other, from handover to handover, unless somebody stands in. Knows only the rota and the time. */

/** @returns who is on duty, and until when; undefined: nobody is on the rota */
export function turnAt(rota: StoredRota, at: number): Turn | undefined {
  const { people, swap } = rota;
  const name = people[handovers(rota, at) % people.length];
  if (name === undefined) return undefined;
  if (swap !== null && swap.at > at) return swap;
  return { name, at: nextHandover(rota, at) };
}

/** @returns who is on duty after whoever is now, and from when; undefined: always the same person */
export function turnAfter(rota: StoredRota, at: number): Turn | undefined {
  const now = turnAt(rota, at);
  if (now === undefined) return undefined;
  const next = turnAt(rota, now.at);
  if (next === undefined || next.name !== now.name) return next && { name: next.name, at: now.at };
  // The person who stood in has the next turn too.
  const later = turnAt(rota, next.at);
  return later && later.name !== now.name ? { name: later.name, at: next.at } : undefined;
}

/** @returns everybody on the rota, whoever is on duty first, then in the order of their turns */
export function orderAt(rota: StoredRota, at: number): string[] {
  const { people } = rota;
  const turns = people.length === 0 ? 0 : handovers(rota, at) % people.length;
  const present = turnAt(rota, at)?.name;
  const inOrder = [...people.slice(turns), ...people.slice(0, turns)];
  return [...new Set(present === undefined ? inOrder : [present, ...inOrder])];
}

/** How many handovers there were since the rota was set up. */
const handovers = (rota: StoredRota, at: number): number =>
  Math.max(0, weekAt(rota, at) - weekAt(rota, rota.since));

const nextHandover = (rota: StoredRota, at: number): number => timeIn(rota, weekAt(rota, at) + 1);
