import type { Depot } from '../mesh/parcels.ts';
import { type KnownNode, type Manner, startSister } from './sister.ts';

/** A running practice mesh. Its owner closes it. */
export interface PracticeMesh {
  /** Platform id to address. */
  readonly addresses: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

export interface PracticeOptions {
  /** The node that they are sisters of. */
  readonly node: KnownNode;
  /** What the node takes for late. */
  readonly lateMs: number;
  readonly now: () => number;
  /** How the sister at this place (from 0) behaves; the default is `mannerAt`. */
  readonly manner?: (place: number) => Manner;
  /** Where a sister takes bundles; without it they refuse them. */
  readonly depotFor?: (id: string) => Depot;
}

/** So much later than late is the late one. */
const LATER_MS = 150;

/** The third answers late and the fifth not at all, so that a first start shows every state there is. */
export function mannerAt(place: number, lateMs: number): Manner {
  if (place === 2) return { answers: 'late', byMs: lateMs + LATER_MS };
  return place === 4 ? { answers: 'never' } : { answers: 'promptly' };
}

/** Starts a sister for each platform, each on a free loopback port, so that several meshes fit one machine. */
export async function startPracticeMesh(
  platforms: readonly { readonly id: string }[],
  { node, lateMs, now, manner, depotFor }: PracticeOptions,
): Promise<PracticeMesh> {
  const mannerOf = manner ?? ((place: number) => mannerAt(place, lateMs));
  const sisters = await Promise.all(
    platforms.map(({ id }, place) =>
      startSister({ id, manner: mannerOf(place), node, now, depot: depotFor?.(id) }),
    ),
  );
  return {
    addresses: new Map(sisters.map(({ id, address }) => [id, address])),
    async close() {
      await Promise.all(sisters.map((sister) => sister.close()));
    },
  };
}
