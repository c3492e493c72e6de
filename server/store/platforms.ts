import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';

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
export async function listPlatforms(db: Database | Tx): Promise<PlatformState[]> {
  const rows = await db.selectFrom('platforms').selectAll().execute();
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    latencyMs: row.latency_ms,
    lastSeen: row.last_seen === null ? null : Number(row.last_seen),
    changedAt: Number(row.changed_at),
    failure: row.failure,
  }));
}

/** @returns what a platform's last signed answer said; undefined for an unknown platform */
export async function readPlatformAnswer(
  db: Database,
  id: string,
): Promise<{ version: string | null; clockOffsetMs: number | null } | undefined> {
  const row = await db
    .selectFrom('platforms')
    .select(['version', 'clock_offset_ms'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { version: row.version, clockOffsetMs: row.clock_offset_ms };
}

/** A state to store, with its last signed answer; without one what is stored of it stays. */
export type NewPlatformState = PlatformState & { readonly answer?: PlatformAnswer | null };

/** Overwrites the stored states of the same platforms. */
export async function savePlatforms(tx: Tx, states: readonly NewPlatformState[]): Promise<void> {
  if (states.length === 0) return;
  await tx
    .insertInto('platforms')
    .values(
      states.map((state) => ({
        id: state.id,
        status: state.status,
        latency_ms: state.latencyMs,
        last_seen: state.lastSeen,
        changed_at: state.changedAt,
        failure: state.failure,
        version: state.answer?.version ?? null,
        clock_offset_ms: state.answer?.clockOffsetMs ?? null,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        latency_ms: eb.ref('excluded.latency_ms'),
        last_seen: eb.ref('excluded.last_seen'),
        changed_at: eb.ref('excluded.changed_at'),
        failure: eb.ref('excluded.failure'),
        // Only an answer has an offset.
        version: sql<string | null>`case when ${eb.ref('excluded.clock_offset_ms')} is null
          then ${eb.ref('platforms.version')} else ${eb.ref('excluded.version')} end`,
        clock_offset_ms: eb.fn.coalesce('excluded.clock_offset_ms', 'platforms.clock_offset_ms'),
      })),
    )
    .execute();
}

/** Sets every status to unknown: measurements of an earlier process do not count until the next probe. */
export async function forgetStatuses(tx: Tx): Promise<void> {
  await tx.updateTable('platforms').set({ status: 'unknown', failure: null }).execute();
}

/** @returns where the leader calls each platform */
export async function readAddresses(db: Database | Tx): Promise<Map<string, string>> {
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

/** Makes the stored platforms the configured ones: deletes others and adds those that are new, not probed yet. */
export async function syncPlatforms(tx: Tx, configured: readonly string[]): Promise<void> {
  let others = tx.deleteFrom('platforms');
  if (configured.length > 0) others = others.where('id', 'not in', [...configured]);
  await others.execute();
  if (configured.length === 0) return;
  await tx
    .insertInto('platforms')
    .values(configured.map((id) => ({ id, status: 'unknown', changed_at: 0 })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
