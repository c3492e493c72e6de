import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';

/** One heartbeat to one platform. */
export interface SentHeartbeat {
  readonly platform: string;
  /** Epoch milliseconds of its end. */
  readonly at: number;
  /** Why it failed, as text; null if the platform accepted it. */
  readonly error: string | null;
}

export type HeartbeatCount = Readonly<Row<'heartbeats'>>;

export const listHeartbeats = (db: Database): Promise<HeartbeatCount[]> =>
  db.selectFrom('heartbeats').selectAll().execute();

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
        lastSuccess: eb.fn.coalesce('excluded.lastSuccess', 'heartbeats.lastSuccess'),
        lastError: eb.ref('excluded.lastError'),
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
    lastSuccess: taken ? at : null,
    lastError: error,
  };
}
