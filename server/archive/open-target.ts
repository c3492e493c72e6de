import { existsSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../base/make-directory.ts';
import { syncDirectory } from '../base/sync-directory.ts';
import type { BundleStore } from '../bundles/store/bundle-store.ts';
import { openBundleStore } from '../bundles/store/open-bundle-store.ts';
import { claimBundleStore } from '../bundles/store/store-owner.ts';
import { holdDataDir, RESTORING } from '../database/data-dir.ts';
import type { Database, Tx } from '../database/database.ts';
import { openDatabase, openDatabaseAt } from '../database/open-database.ts';
import { mergeWriteAheadLog } from '../database/sqlite.ts';
import { openNodeBox } from '../secrets/node-secrets.ts';
import { ArchiveError, type Keys } from './archive-format.ts';
import { type KeysPlace, readKeys, writeKeys } from './node-keys.ts';
import type { StateConfig } from './open-source.ts';
import { countRows } from './rows/table-rows.ts';
import { archivedTables } from './table-copy.ts';

/** An empty node, with the tables that an archive has. The owner closes it. */
export type RestoreTarget = Awaited<ReturnType<typeof openEmptyTarget>>;

/**
 * Opens an empty data directory or an empty database.
 *
 * @param migrations that the tables are to have had
 * @throws ArchiveError if it is not empty, or its tables have had other migrations
 */
export async function openEmptyTarget(config: StateConfig, migrations: readonly string[]) {
  const { dataDir, database } = config;
  const directory = database === null ? await holdEmptyDirectory(dataDir) : undefined;
  const place = { dataDir, database: database && { ...database, patient: true } };
  const closing: (() => unknown)[] = [async () => directory?.close()];

  /** Leaves an empty data directory, unless it was published. */
  async function close(): Promise<void> {
    for (const end of closing.splice(0).reverse()) await end();
  }

  try {
    const secrets = openNodeBox(config);
    const keys: KeysPlace = { directory: database === null ? dataDir : null, secrets };
    const bundles = await openBundleStore(config);
    closing.push(bundles.close);
    const db = await openDatabaseAt(place, migrations);
    closing.push(() => db.destroy());
    await assertEmptyDatabase(db);
    return {
      db,
      secrets,
      bundles,
      readKeys: (tx: Tx) => readKeys(tx, keys),
      writeKeys: (tx: Tx, texts: Keys) => writeKeys(tx, keys, texts),
      /** @param id of the store, as the rows have it. @throws ArchiveError if it holds the bundles of another database */
      assertOwnStore: (id: string | null) => assertOwnStore(bundles, id),
      /** Marks the store as that of this database. */
      claimStore: (tx: Tx) =>
        claimBundleStore({
          db: tx,
          commit: (work) => work(tx),
          files: bundles,
          shared: database !== null,
          takeOver: true,
        }),
      /** After the rows are committed: brings the tables up to date, and makes this a node that can be started. */
      async publish(): Promise<void> {
        await db.destroy();
        const latest = await openDatabase(place);
        if (database === null) await mergeWriteAheadLog(latest);
        await latest.destroy();
        await directory?.publish();
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Rows that migrations write into new tables. */
const BORN_WITH_ROWS = ['alert_rules'];

async function assertEmptyDatabase(db: Database): Promise<void> {
  for (const table of await archivedTables(db))
    if (!BORN_WITH_ROWS.includes(table.name) && (await countRows(db, table)) > 0)
      throw new ArchiveError(
        `DATABASE_URL: the database is not empty (${table.name} has rows). Give an empty one; nothing was changed.`,
      );
}

/** A database whose bundles are still where they were finds them again; those of another one are not taken from it. */
async function assertOwnStore(store: BundleStore, id: string | null): Promise<void> {
  const marked = await store.readOwner();
  if (marked === null || marked === id) return;
  for await (const _ of store.list())
    throw new ArchiveError(
      'The store for bundles holds those of another database. Give an empty one; nothing was changed.',
    );
}

/** What an empty directory may have: of the file system, and its lock. */
const HARMLESS = /^(?:lost\+found|lock\.db(?:-\w+)?)$/;

/**
 * Holds a data directory that is empty but for what an interrupted restore has left, and marks it: no node starts there, and
 * what is in it belongs to a restore, as long as the mark is there.
 *
 * @throws ArchiveError unless it is empty, DataInUseError
 */
async function holdEmptyDirectory(dataDir: string) {
  makeDirectory(dataDir);
  const mark = join(dataDir, RESTORING);
  const [strange] = (await readdir(dataDir)).filter((name) => !HARMLESS.test(name));
  if (strange !== undefined && !existsSync(mark))
    throw new ArchiveError(
      `DATA_DIR: ${dataDir} is not empty (${strange}). A restore needs an empty directory; nothing was changed.`,
    );
  const release = holdDataDir(dataDir);

  async function clear(): Promise<void> {
    for (const name of await readdir(dataDir))
      if (name !== RESTORING && !HARMLESS.test(name))
        await rm(join(dataDir, name), { recursive: true, force: true });
  }

  async function removeMark(): Promise<void> {
    await syncDirectory(dataDir);
    await rm(mark, { recursive: true });
    await syncDirectory(dataDir);
  }

  await clear();
  await rm(mark, { recursive: true, force: true });
  await writeFile(mark, '', { mode: 0o600 });
  await syncDirectory(dataDir);
  return {
    publish: removeMark,
    async close() {
      if (existsSync(mark)) {
        await clear();
        await removeMark();
      }
      release();
    },
  };
}
