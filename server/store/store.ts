import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  createDiskBallast,
  DataInUseError,
  type DiskBallast,
  holdDataDir,
  isDiskFull,
  prepareDataDir,
} from './data-dir.ts';
import { type Database, openDatabase, openSharedDatabase, type Tx } from './database.ts';
import { type Journal, openJournal } from './journal.ts';
import { syncPlatforms } from './platforms.ts';
import { createLocalPubSub, type PubSub } from './pubsub.ts';

/** The database of one data directory, locked for this process. The owner closes it. */
export interface Store {
  readonly db: Database;
  readonly journal: Journal;
  readonly pubsub: PubSub;
  readonly ballast: DiskBallast;
  close(): Promise<void>;
}

/**
 * @param platformIds the configured platforms; stored states of others are deleted
 * @throws DataDirError, DataInUseError, DamagedDatabaseError, NewerDatabaseError
 */
export async function openStore(
  dataDir: string,
  platformIds: readonly string[],
  now: () => number,
): Promise<Store> {
  prepareDataDir(dataDir);
  const release = holdDataDir(dataDir);
  try {
    const db = await openDatabase(dataDir);
    const ballast = createDiskBallast(dataDir);
    await ballast.refill();
    const journal = withBallast(await openJournal(db, now), ballast);
    await journal.commit((tx) => syncPlatforms(tx, platformIds));
    return {
      db,
      journal,
      pubsub: createLocalPubSub(),
      ballast,
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
 * The database for a short command, also while a node uses the data directory. Without a running node the directory is held
 * meanwhile and the tables are brought up to date, as at a start.
 *
 * @throws DataDirError, DamagedDatabaseError, NewerDatabaseError, OtherReleaseError
 */
export async function openForCommand(
  dataDir: string,
): Promise<{ readonly db: Database; close(): Promise<void> }> {
  prepareDataDir(dataDir);
  const release = holdIfFree(dataDir);
  try {
    const db = release ? await openDatabase(dataDir) : await openSharedDatabase(dataDir);
    return {
      db,
      async close() {
        if (release) await mergeWriteAheadLog(db);
        await db.destroy();
        release?.();
      },
    };
  } catch (error) {
    release?.();
    throw error;
  }
}

/** @returns undefined if a node holds the directory */
function holdIfFree(dataDir: string): (() => void) | undefined {
  try {
    return holdDataDir(dataDir);
  } catch (error) {
    if (error instanceof DataInUseError) return undefined;
    throw error;
  }
}

/** Repeats a commit for which the disk had no space, once the ballast has made some. */
function withBallast(journal: Journal, ballast: DiskBallast): Journal {
  return {
    ...journal,
    async commit(work) {
      try {
        return await journal.commit(work);
      } catch (error) {
        if (!isDiskFull(error) || !(await ballast.release())) throw error;
        return journal.commit(work);
      }
    },
  };
}

/**
 * Leaves one complete file in a closed data directory, for backups and checks. SQLite does this itself only if no
 * prepared statement is left at the last close, and libsql frees those when memory is collected.
 */
async function mergeWriteAheadLog(db: Database): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

const SECRET_BYTES = 32;

/** @returns the random secret with this name, base64url; created at the first call */
export async function openSecret(tx: Tx, name: string): Promise<string> {
  const value = randomBytes(SECRET_BYTES).toString('base64url');
  await tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await tx
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
