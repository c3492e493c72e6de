import { sql } from 'kysely';
import type { Database, Tx } from '../../database/database.ts';

/** The stored state of one platform after its last probes. */
export interface PlatformState {
  readonly id: string;
  /** A connection's status, or `unknown` from a start of the node to its first probe. */
  readonly status: string;
  readonly latencyMs: number | null;
  /** Epoch milliseconds of the last answer. */
  readonly lastSeen: number | null;
  /** Epoch milliseconds of the last change of the status. */
  readonly changedAt: number;
  /** Code of why the last probe failed; null when it was answered. */
  readonly failure: string | null;
}

/** What a platform's signed answer says about it. */
export interface PlatformAnswer {
  /** Of its build; null when it does not say. */
  readonly version: string | null;
  readonly clockOffsetMs: number;
}

/** @returns the stored state of every configured platform */
export const listPlatforms = (db: Database): Promise<PlatformState[]> =>
  db
    .selectFrom('platforms')
    .select(['id', 'status', 'latencyMs', 'lastSeen', 'changedAt', 'failure'])
    .execute();

/** @returns what a platform's last signed answer said; undefined for an unknown platform */
export const readPlatformAnswer = (
  db: Database,
  id: string,
): Promise<{ version: string | null; clockOffsetMs: number | null } | undefined> =>
  db
    .selectFrom('platforms')
    .select(['version', 'clockOffsetMs'])
    .where('id', '=', id)
    .executeTakeFirst();

/** A state to store, with its last signed answer; without one what is stored of it stays. */
export type NewPlatformState = PlatformState & { readonly answer?: PlatformAnswer | null };

/** Overwrites the stored states of the same platforms. */
export async function savePlatforms(tx: Tx, states: readonly NewPlatformState[]): Promise<void> {
  if (states.length === 0) return;
  await tx
    .insertInto('platforms')
    .values(
      states.map(({ answer, ...state }) => ({
        ...state,
        version: answer?.version ?? null,
        clockOffsetMs: answer?.clockOffsetMs ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        latencyMs: eb.ref('excluded.latencyMs'),
        lastSeen: eb.ref('excluded.lastSeen'),
        changedAt: eb.ref('excluded.changedAt'),
        failure: eb.ref('excluded.failure'),
        // Only an answer has an offset.
        version: sql<string | null>`case when ${eb.ref('excluded.clockOffsetMs')} is null
          then ${eb.ref('platforms.version')} else ${eb.ref('excluded.version')} end`,
        clockOffsetMs: eb.fn.coalesce('excluded.clockOffsetMs', 'platforms.clockOffsetMs'),
      })),
    )
    .execute();
}

/** Sets every status to unknown: measurements of an earlier process do not count until the next probe. */
export async function forgetStatuses(tx: Tx): Promise<void> {
  await tx.updateTable('platforms').set({ status: 'unknown', failure: null }).execute();
}

/** @returns where the leader calls each platform */
export async function readAddresses(db: Database): Promise<Map<string, string>> {
  const rows = await db.selectFrom('platforms').select(['id', 'address']).execute();
  return new Map(rows.flatMap(({ id, address }) => (address === null ? [] : [[id, address]])));
}

/** Stores where platforms are called, as far as it has changed. */
export async function saveAddresses(tx: Tx, addresses: ReadonlyMap<string, string>): Promise<void> {
  const rows = await tx.selectFrom('platforms').select(['id', 'address']).execute();
  for (const { id, address: before } of rows) {
    const address = addresses.get(id) ?? null;
    if (address !== before)
      await tx.updateTable('platforms').set({ address }).where('id', '=', id).execute();
  }
}

/** Adds the state of platforms that have none: not probed yet. */
export async function addStates(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('platforms')
    .values(ids.map((id) => ({ id, status: 'unknown', changedAt: 0 })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** What was measured of a platform is not known any more. */
export async function forgetStatus(tx: Tx, id: string): Promise<void> {
  const unknown = { status: 'unknown', failure: null };
  await tx.updateTable('platforms').set(unknown).where('id', '=', id).execute();
}

/** Those of platforms that are no longer there, and their runs. */
export async function dropStates(tx: Tx): Promise<void> {
  const there = tx.selectFrom('platformDefinitions').select('id').where('removedAt', 'is', null);
  await tx.deleteFrom('platforms').where('id', 'not in', there).execute();
  await tx.deleteFrom('jobRuns').where('platform', 'not in', there).execute();
}
