import type { Database, Tx } from './database.ts';

/** One heartbeat to one platform. */
export interface SentHeartbeat {
  readonly platform: string;
  /** Epoch milliseconds of its end. */
  readonly at: number;
  /** Why it failed, as text; null if the platform accepted it. */
  readonly error: string | null;
}

/** Counts of all heartbeats to one platform. */
export interface HeartbeatCount {
  readonly platform: string;
  readonly sent: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Epoch milliseconds. */
  readonly lastSuccess: number | null;
  /** Of the last one; null if the platform accepted it. */
  readonly lastError: string | null;
}

export async function listHeartbeats(db: Database | Tx): Promise<HeartbeatCount[]> {
  const rows = await db.selectFrom('heartbeats').selectAll().execute();
  return rows.map((row) => ({
    platform: row.platform,
    sent: Number(row.sent),
    succeeded: Number(row.succeeded),
    failed: Number(row.failed),
    lastSuccess: row.last_success === null ? null : Number(row.last_success),
    lastError: row.last_error,
  }));
}

/** Adds one heartbeat for each of the named platforms to what is counted. */
export async function addHeartbeats(tx: Tx, sent: readonly SentHeartbeat[]): Promise<void> {
  if (sent.length === 0) return;
  await tx
    .insertInto('heartbeats')
    .values(sent.map(rowOf))
    .onConflict((conflict) =>
      conflict.column('platform').doUpdateSet((eb) => ({
        sent: eb('heartbeats.sent', '+', 1),
        succeeded: eb('heartbeats.succeeded', '+', eb.ref('excluded.succeeded')),
        failed: eb('heartbeats.failed', '+', eb.ref('excluded.failed')),
        last_success: eb.fn.coalesce('excluded.last_success', 'heartbeats.last_success'),
        last_error: eb.ref('excluded.last_error'),
      })),
    )
    .execute();
}

function rowOf({ platform, at, error }: SentHeartbeat) {
  const taken = error === null;
  return {
    platform,
    sent: 1,
    succeeded: taken ? 1 : 0,
    failed: taken ? 0 : 1,
    last_success: taken ? at : null,
    last_error: error,
  };
}
