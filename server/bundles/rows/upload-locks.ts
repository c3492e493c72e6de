import { sql } from 'kysely';
import type { Database } from '../../database/database.ts';
import { databaseNow } from '../../database/database-clock.ts';
import { isHeld } from '../../database/leases.ts';

/** Which request of which instance writes an upload, as leases by the database's clock: one of a process that died runs out. */

const nameOf = (id: string) => `upload ${id}`;

interface UploadLock {
  /** Of the upload. */
  readonly id: string;
  /** Random, of the request. */
  readonly holder: string;
  readonly leaseMs: number;
}

/** Takes a lock that is free, has run out or is held by the same holder. @returns false when another one holds it */
export async function takeUploadLock(
  db: Database,
  { id, holder, leaseMs }: UploadLock,
): Promise<boolean> {
  const now = databaseNow(db);
  const expiresAt = sql<number>`${now} + ${sql.lit(leaseMs)}`;
  const taken = await db
    .insertInto('leases')
    .values({ name: nameOf(id), holder, token: 0, expiresAt })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ holder, expiresAt })
        .where((eb) => eb.or([eb.not(isHeld(eb, now)), eb('leases.holder', '=', holder)])),
    )
    .returning('holder')
    .execute();
  return taken.length > 0;
}

export async function releaseUploadLock(
  db: Database,
  { id, holder }: Pick<UploadLock, 'id' | 'holder'>,
): Promise<void> {
  await db
    .deleteFrom('leases')
    .where((eb) => eb.and({ name: nameOf(id), holder }))
    .execute();
}
