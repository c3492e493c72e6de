import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listAccountNames } from '../../accounts/rows/accounts.ts';
import { ActionableError } from '../../base/actionable-error.ts';
import type { BundleStoreConfig } from '../../config/bundle-store-config.ts';
import { prepareDataDir } from '../../database/data-dir.ts';
import type { Database, DatabasePlace, Tx } from '../../database/database.ts';
import { hasSqlite } from '../../database/sqlite.ts';
import { readBundleStoreId, saveBundleStoreId } from '../rows/bundle-store-id.ts';
import { bundleIds } from '../rows/bundles.ts';
import { releaseUploadLock, takeUploadLock } from '../rows/upload-locks.ts';
import { type BundleStore, isStoreUnavailable } from './bundle-store.ts';
import { openBundleStore } from './open-bundle-store.ts';

/** A store holds bundles of one database, and all instances of a database have the same store. */

/** The store belongs to another database, or other instances of this one have another. */
export class OtherBundleStoreError extends ActionableError {
  override readonly name = 'OtherBundleStoreError';
}

/**
 * Refuses to go on with a new database beside the bundles of an old one.
 *
 * @throws ActionableError when there are bundles in the store, but neither accounts nor bundles in the database
 */
export async function assertDatabaseKnown(db: Database, files: BundleStore): Promise<void> {
  const { count: accounts } = await listAccountNames(db, 0);
  if (accounts === 0 && (await bundleIds(db)).length === 0) await assertNoBundles(files);
}

/**
 * The same before the database is opened, which would make a new file. A store that cannot be reached is no reason to refuse.
 *
 * @throws ActionableError
 */
export async function assertDatabaseNotLost(config: OwnerConfig): Promise<void> {
  const { dataDir, database, bundleStore } = config;
  if (database !== null) return;
  prepareDataDir(dataDir);
  // Opening a directory would make it.
  const isEmpty = bundleStore.kind === 'file' && !existsSync(bundleStore.directory);
  if (isEmpty || hasSqlite(dataDir)) return;
  const files = await openBundleStore(config);
  try {
    await assertNoBundles(files);
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
  } finally {
    files.close();
  }
}

async function assertNoBundles(files: BundleStore): Promise<void> {
  let count = 0;
  let bytes = 0;
  for await (const { size } of files.list()) {
    count += 1;
    bytes += size;
  }
  if (count === 0) return;
  throw new ActionableError(
    files.isInDataDir
      ? `DATA_DIR holds ${count} bundle files (${bytes} bytes), but its database is new. ` +
          'Put the old meridian.db back, or start once with MOVE_ORPHANS=1 to move the files to bundles/orphaned.'
      : `BUNDLE_STORE (${nameOf(files)}) holds ${count} bundles (${bytes} bytes), but the database is new. ` +
          'Put the old database back, or start once with MOVE_ORPHANS=1 to move the bundles to orphaned/.',
  );
}

type OwnerConfig = DatabasePlace & { readonly bundleStore: BundleStoreConfig };

interface ClaimDeps {
  readonly db: Database;
  /** Runs a transaction. */
  readonly commit: (work: (tx: Tx) => Promise<void>) => Promise<unknown>;
  readonly files: BundleStore;
  /** Several instances may have the database. */
  readonly shared: boolean;
  /** A new database may have the store of another one, whose bundles are moved to `orphaned` then. */
  readonly moveOrphans?: boolean;
  /** Takes a store over that is marked by another database, or not marked: for commands that have just filled it. */
  readonly takeOver?: boolean;
}

/**
 * Marks the store as this database's, and checks the mark. The data directory of an only instance needs none.
 *
 * @throws OtherBundleStoreError, UploadError `unavailable`
 */
export async function claimBundleStore(deps: ClaimDeps): Promise<void> {
  const { db, commit, files, shared, moveOrphans = false, takeOver = false } = deps;
  if (files.isInDataDir && !shared) return;
  const marked = await files.readOwner();
  const stored = await readBundleStoreId(db);
  if (stored !== null && stored === marked) return;
  const claim = async (renew: () => Promise<void>) => {
    const marked = await files.readOwner();
    const stored = await readBundleStoreId(db);
    if (stored !== null && stored === marked) return;
    if (takeOver || !(await isOther(files, { shared, moveOrphans, marked, stored }))) {
      const id = stored ?? marked ?? randomUUID();
      await renew();
      await files.writeOwner(id);
      if (id !== stored) await commit((tx) => saveBundleStoreId(tx, id));
      return;
    }
    throw new OtherBundleStoreError(
      marked === null
        ? `BUNDLE_STORE: ${nameOf(files)} is not where the other instances of this database keep their bundles. ` +
            'Give every instance the same store: one bucket, or one directory that all of them mount.'
        : `BUNDLE_STORE: ${nameOf(files)} holds the bundles of another database. Give every database a store of its own.`,
    );
  };
  await (shared && !takeOver ? alone(db, claim) : claim(async () => undefined));
}

/** As the lock of an upload, and not in a transaction: the store may be slow, and nobody else could write meanwhile. */
const CLAIM = { id: 'claim of the store', leaseMs: 60_000 };
const TRY_EVERY_MS = 200;

/**
 * One instance at a time: the second one finds what the first has written. Waits for no longer than the others' leases.
 *
 * @param work renews before it writes, and ends there when a slow store has cost it its turn
 */
async function alone(
  db: Database,
  work: (renew: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const lock = { ...CLAIM, holder: randomUUID() };
  const take = () => takeUploadLock(db, lock);
  while (!(await take())) await sleep(TRY_EVERY_MS);
  try {
    await work(async () => {
      if (await take()) return;
      throw new ActionableError('BUNDLE_STORE answers too slowly to be claimed: start again.');
    });
  } finally {
    await releaseUploadLock(db, lock);
  }
}

interface Marks {
  readonly shared: boolean;
  readonly moveOrphans: boolean;
  readonly marked: string | null;
  readonly stored: string | null;
}

/** A store without bundles can be taken by anybody; a mark that is missing can be written again by an only instance. */
async function isOther(
  files: BundleStore,
  { shared, moveOrphans, marked, stored }: Marks,
): Promise<boolean> {
  if (marked === null) return stored !== null && shared;
  if (stored === null && (!shared || moveOrphans)) return false;
  for await (const _ of files.list()) return true;
  return stored !== null && shared;
}

function nameOf({ config }: BundleStore): string {
  return config.kind === 'file' ? config.directory : `s3://${config.bucket}/${config.prefix}`;
}
