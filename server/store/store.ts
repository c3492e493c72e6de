import { mkdirSync } from 'node:fs';
import { sql } from 'kysely';
import { holdDataDir } from './data-lock.ts';
import { type Database, openDatabase } from './database.ts';
import { type Journal, openJournal } from './journal.ts';
import { forgetOtherPlatforms } from './stats.ts';

/** The database of one data directory, held for this process alone. Its owner closes it. */
export interface Store {
  readonly db: Database;
  readonly journal: Journal;
  close(): Promise<void>;
}

/**
 * @param platformIds the configured sisters; what is stored of others is forgotten
 * @throws DataInUseError, DamagedDatabaseError, NewerDatabaseError
 */
export async function openStore(
  dataDir: string,
  platformIds: readonly string[],
  now: () => number,
): Promise<Store> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const release = holdDataDir(dataDir);
  try {
    const db = await openDatabase(dataDir);
    const journal = await openJournal(db, now);
    await journal.commit((tx) => forgetOtherPlatforms(tx, platformIds));
    return {
      db,
      journal,
      async close() {
        await mergeWriteAheadLog(db);
        await db.destroy();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * So that a closed data directory is one whole file, for whoever copies or checks it. SQLite does it at the
 * last close only when no prepared statement is left, and libsql lets go of those when memory is collected.
 */
async function mergeWriteAheadLog(db: Database): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}
