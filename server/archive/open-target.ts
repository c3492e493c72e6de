import { join } from 'node:path';
import type { BundleStore } from '../bundles/store/bundle-store.ts';
import { openBundleStore } from '../bundles/store/open-bundle-store.ts';
import { claimBundleStore } from '../bundles/store/store-owner.ts';
import { openNodeBox } from '../secrets/node-secrets.ts';
import type { Database, Tx } from '../store/database.ts';
import { openDatabase, openDatabaseAt } from '../store/open-database.ts';
import { mergeWriteAheadLog } from '../store/sqlite.ts';
import { countRows } from '../store/table-rows.ts';
import { ArchiveError } from './archive-error.ts';
import { archivedTables } from './archived-tables.ts';
import { type KeysPlace, readKeys, writeKeys } from './node-keys.ts';
import type { StateConfig } from './open-source.ts';
import type { RestoreTarget } from './restore.ts';
import { openRestoreDirectory } from './restore-directory.ts';

/** A place for a node's state. The owner closes it. */
export interface OpenedTarget extends RestoreTarget {
  /** After the rows are committed: brings the tables up to date, and makes this a node that can be started. */
  publish(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens an empty data directory or an empty database.
 *
 * @param migrations that the tables are to have had
 * @returns undefined if an interrupted restore was brought to its end by this
 * @throws ArchiveError if it is not empty
 */
export async function openEmptyTarget(
  config: StateConfig,
  migrations: readonly string[],
): Promise<OpenedTarget | undefined> {
  if (config.database !== null) {
    const target = await openTarget(config, migrations);
    try {
      await assertEmptyDatabase(target.db, 'DATABASE_URL');
      return target;
    } catch (error) {
      await target.close();
      throw error;
    }
  }
  const directory = await openRestoreDirectory(config.dataDir);
  if (directory === undefined) return undefined;
  try {
    const target = await openTarget(movedTo(config, directory.path), migrations);
    return {
      ...target,
      async publish() {
        await target.publish();
        await target.close();
        await directory.publish();
      },
      async close() {
        await target.close();
        await directory.close();
      },
    };
  } catch (error) {
    await directory.close();
    throw error;
  }
}

/** The same state in another data directory. */
function movedTo(config: StateConfig, dataDir: string): StateConfig {
  const own = join(config.dataDir, 'bundles');
  const { bundleStore } = config;
  const isInside = bundleStore.kind === 'file' && bundleStore.directory === own;
  const moved = { kind: 'file', directory: join(dataDir, 'bundles') } as const;
  return { ...config, dataDir, bundleStore: isInside ? moved : bundleStore };
}

/** Rows that migrations write into new tables. */
const BORN_WITH_ROWS = ['alert_rules'];

/** @param name of the setting that leads there. @throws ArchiveError */
export async function assertEmptyDatabase(db: Database, name: string): Promise<void> {
  for (const table of await archivedTables(db))
    if (!BORN_WITH_ROWS.includes(table.name) && (await countRows(db, table)) > 0)
      throw new ArchiveError(
        `${name}: the database is not empty (${table.name} has rows). Give an empty one; nothing was changed.`,
      );
}

/** @param migrations that the tables are to have had. @throws ArchiveError if they have had others */
export async function openTarget(
  config: StateConfig,
  migrations: readonly string[],
): Promise<OpenedTarget> {
  const { dataDir, database } = config;
  const place = { dataDir, database: database && { ...database, patient: true } };
  const secrets = openNodeBox(config);
  const keys: KeysPlace = { directory: database === null ? dataDir : null, secrets };
  const bundles = await openBundleStore(config);
  const db = await openDatabaseAt(place, migrations);
  let closed = false;

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    await db.destroy();
    bundles.close();
  }

  return {
    db,
    secrets,
    bundles,
    readKeys: (tx) => readKeys(tx, keys),
    writeKeys: (tx, texts) => writeKeys(tx, keys, texts),
    assertOwnStore: (id) => assertOwnStore(bundles, id),
    async publish() {
      const shared = database !== null;
      const commit = (work: (tx: Tx) => Promise<void>) => db.transaction().execute(work);
      await claimBundleStore({ db, commit, files: bundles, shared, takeOver: true });
      await close();
      const latest = await openDatabase(place);
      if (database === null) await mergeWriteAheadLog(latest);
      await latest.destroy();
    },
    close,
  };
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
