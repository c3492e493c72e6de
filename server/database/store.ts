import { createClock } from '../base/clock.ts';
import { createLoops, type Loops } from '../base/loop.ts';
import {
  createDiskBallast,
  DataInUseError,
  type DiskBallast,
  holdDataDir,
  isDiskFull,
  prepareDataDir,
} from './data-dir.ts';
import type { Database, DatabasePlace, Tx } from './database.ts';
import { DatabaseFullError } from './database-errors.ts';
import { ALWAYS_REACHABLE, type DatabaseHealth } from './health.ts';
import { type Emit, type Journal, openJournal } from './journal.ts';
import { openDatabase, openSharedDatabase } from './open-database.ts';
import type { OpenedStore } from './opened-store.ts';
import { createLocalPubSub, type PubSub } from './pubsub.ts';
import { makeTemporary, mergeWriteAheadLog } from './sqlite.ts';

/** The database, and a data directory that is locked for this process. The owner closes it. */
export interface Store extends OpenedStore {
  readonly ballast: DiskBallast;
}

/** One commit follows the other: one that hangs would hold all others, and nothing would say so. */
const JOURNAL = {
  name: 'journal',
  everyMs: 5_000,
  limitMs: 60_000,
  isLater: true,
  without: 'stored nothing',
};

/** @throws ActionableError, DataInUseError, DamagedDatabaseError, DatabaseUnreachableError */
export async function openStore(
  place: DatabasePlace,
  now: () => number,
  loops?: Loops,
): Promise<Store> {
  const { dataDir, database } = place;
  prepareDataDir(dataDir);
  const release = holdDataDir(dataDir);
  const ballast = createDiskBallast(dataDir);
  try {
    await ballast.makeRoom();
    const opened =
      database === null
        ? await openSqliteStore(place, now)
        : await (await import('./postgres/store.ts')).openPostgresStore(
            database,
            now,
            loops ?? createLoops(createClock(now)),
          );
    await ballast.refill();
    const moving = loops?.repeat(JOURNAL, opened.journal.idle);
    return {
      ...opened,
      ...(loops && { health: whileMoving(opened.health, loops) }),
      journal: withBallast(opened.journal, ballast),
      ballast,
      async close() {
        await moving?.close();
        await opened.close();
        release();
      },
    };
  } catch (error) {
    release();
    throw error;
  }
}

/** A database that stores nothing is as one that does not answer. */
function whileMoving(health: DatabaseHealth, loops: Loops): DatabaseHealth {
  const stands = () => loops.standstills().some(({ name }) => name === JOURNAL.name);
  return {
    isReachable: () => health.isReachable() && !stands(),
    onChange(listener) {
      const stop = health.onChange(listener);
      const stopLoops = loops.onChange(({ name, isLate }) => {
        if (name === JOURNAL.name) listener(!isLate);
      });
      return () => {
        stop();
        stopLoops();
      };
    },
  };
}

async function openSqliteStore(place: DatabasePlace, now: () => number): Promise<OpenedStore> {
  const db = await openDatabase(place);
  await makeTemporary(db, ['attempts', 'claims', 'leases']);
  return {
    db,
    journal: await openJournal(db, now),
    pubsub: createLocalPubSub(),
    health: ALWAYS_REACHABLE,
    pool: () => null,
    async close() {
      await mergeWriteAheadLog(db);
      await db.destroy();
    },
  };
}

interface OpenedForCommand {
  readonly db: Database;
  /** To the running instances; SQLite's one process does not receive it. */
  readonly publish: PubSub['publish'];
  close(): Promise<void>;
}

/**
 * The database for a short command, also while nodes use it. On SQLite without a running node the directory is held
 * meanwhile and the tables are brought up to date, as at a start; a new database on PostgreSQL gets its tables.
 *
 * @throws ActionableError, DamagedDatabaseError, DatabaseUnreachableError
 */
export async function openForCommand(place: DatabasePlace): Promise<OpenedForCommand> {
  const { dataDir, database } = place;
  if (database !== null) {
    const { migrateIfEmpty } = await import('./postgres/postgres.ts');
    await migrateIfEmpty(database.url);
    const { publishBy } = await import('./postgres/notify-pubsub.ts');
    const db = await openSharedDatabase(place);
    return { db, publish: publishBy(db), close: () => db.destroy() };
  }
  prepareDataDir(dataDir);
  const release = holdIfFree(dataDir);
  try {
    const db = release ? await openDatabase(place) : await openSharedDatabase(place);
    return {
      db,
      publish: async () => undefined,
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

/** Repeats a commit for which the disk had no space, once the ballast has made some. @throws DatabaseFullError without any */
function withBallast(journal: Journal, ballast: DiskBallast): Journal {
  async function commit<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
    try {
      return await journal.commit(work);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      if (await ballast.release()) return commit(work);
      throw new DatabaseFullError(error);
    }
  }
  return { ...journal, commit };
}
