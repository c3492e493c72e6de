import { IANAZone } from 'luxon';
import { keyOf } from '../../contract/paths.ts';
import type { PayloadOf } from '../../contract/sent.ts';
import type { Rota } from '../../contract/shapes/alert.ts';
import { listOperators } from '../accounts/rows/people.ts';
import { describeChanges } from '../audit/changes.ts';
import { recordAudit } from '../audit/rows/audit.ts';
import { httpError } from '../base/http-error.ts';
import type { Database } from '../database/database.ts';
import type { NodeBase } from '../feature.ts';
import { orderAt, turnAfter, turnAt } from './rota.ts';
import { reachOfOperators, readRota, type StoredRota, saveRota } from './rows/rota.ts';

const SWAP_MAX_MS = 31 * 24 * 60 * 60_000;

/** Whom an alert for who is on duty goes to. */
export interface Duty {
  /** Undefined: nobody on the rota can be reached. */
  readonly name: string | undefined;
  /** Of their devices. */
  readonly endpoints: readonly string[];
  /** Why others before them were skipped, a sentence each. */
  readonly skipped: readonly string[];
}

/** @returns the first of the rota, from whoever is on duty on, who has a device */
export async function dutyAt(db: Database, at: number): Promise<Duty> {
  const reach = await reachOfOperators(db, at);
  const skipped: string[] = [];
  for (const name of orderAt(await readRota(db), at)) {
    const endpoints = reach.get(name);
    if (endpoints && endpoints.length > 0) return { name, endpoints, skipped };
    const reason = endpoints ? 'has no device that is alerted' : 'is no operator any more';
    skipped.push(`${name} ${reason} and is skipped.`);
  }
  return { name: undefined, endpoints: [], skipped };
}

export async function rotaOf(db: Database, at: number): Promise<Rota> {
  const stored = await readRota(db);
  const { since: _, swap, ...plan } = stored;
  const reach = await reachOfOperators(db, at);
  return {
    ...plan,
    people: inTurns(stored, at).map((name) => {
      const devices = reach.get(name);
      return { name, devices: devices?.length ?? 0, gone: devices === undefined };
    }),
    onDuty: turnAt(stored, at) ?? null,
    next: turnAfter(stored, at) ?? null,
    swap: swap !== null && swap.at > at ? swap : null,
  };
}

type RotaChange = PayloadOf<'changeRota'>;

/** @returns sets up the rota, or lets somebody stand in. What cannot be is thrown as an answer with a sentence */
export function createRotaChanges({ journal, now }: Pick<NodeBase, 'journal' | 'now'>) {
  return (change: RotaChange): Promise<void> =>
    journal.commit(async (tx, emit) => {
      const at = now();
      const before = await readRota(tx);
      assertFits(change, before, { at, operators: await listOperators(tx) });
      const { swap = before.swap, ...plan } = change;
      const isReplanned = Object.values(plan).some((value) => value !== undefined);
      // Another handover alone lets whoever is on duty stay.
      const planned = isReplanned ? { people: inTurns(before, at), ...plan, since: at } : {};
      const after: StoredRota = { ...before, ...planned, swap };
      await saveRota(tx, after);
      const detail = describeChanges(before, after);
      await recordAudit(tx, { action: 'rota.changed', target: 'rota', detail, at });
      emit(keyOf('rota'), 'replace', await rotaOf(tx, at));
    });
}

/** Whoever stands in leaves the turns of the others as they are. */
const inTurns = (rota: StoredRota, at: number) => orderAt({ ...rota, swap: null }, at);

/** Whoever is gone stays until somebody takes them out. */
function assertFits(
  { people = [], swap, timeZone }: RotaChange,
  before: StoredRota,
  { at, operators }: { at: number; operators: readonly string[] },
): void {
  const added = people.filter((name) => !before.people.includes(name));
  const wrong = [...added, ...(swap ? [swap.name] : [])].find((name) => !operators.includes(name));
  if (wrong !== undefined)
    throw httpError(409, `${wrong} is no operator: only operators and admins can be on duty.`);
  if (timeZone !== undefined && !IANAZone.isValidZone(timeZone))
    throw httpError(400, 'timeZone must be the name of a time zone, such as Europe/Berlin.');
  if (new Set(people).size !== people.length) throw httpError(400, 'people must differ.');
  if (swap && (swap.at <= at || swap.at > at + SWAP_MAX_MS))
    throw httpError(400, 'swap.at must lie within the next 31 days.');
}
