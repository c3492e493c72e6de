import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { listAccountNames } from '../store/accounts.ts';
import { bundleIds } from '../store/bundles.ts';
import type { Database } from '../store/database.ts';

/**
 * The bundles' files, under generated names and outside of anything that is served.
 *
 *   <dataDir>/bundles/incoming/<random>.part      an upload in progress
 *   <dataDir>/bundles/incoming/<id>.zip           a complete upload whose row is being committed
 *   <dataDir>/bundles/unpacked/<random>.unpacked  an archive inside an archive, while it is inspected
 *   <dataDir>/bundles/<id>.zip                    a bundle
 *   <dataDir>/bundles/orphaned/<id>.zip           a file that the database did not know at a start
 *
 * A file leaves `incoming` only after its row is committed. So a crash leaves nothing outside of `incoming`,
 * and a file in `bundles` without a row means that the database was lost or is an old one.
 */
interface BundleFiles {
  readonly unpackedDirectory: string;
  /** @returns a path for an upload in progress */
  newPart(): string;
  pathOf(id: string): string;
  /** Names a synced upload after its bundle, before the row is committed. */
  prepare(part: string, id: string): Promise<void>;
  /** Makes a prepared upload the bundle's file, after the row is committed. */
  store(id: string): Promise<void>;
  discard(part: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Brings files and rows together after a restart. @param ids of all bundles */
  reconcile(ids: readonly string[]): Promise<Reconciled>;
}

interface Reconciled {
  /** Unfinished files that were removed. */
  readonly removed: number;
  /** Files without a row, moved to `orphaned`. */
  readonly orphans: OrphanedFiles;
}

interface OrphanedFiles {
  readonly files: number;
  readonly bytes: number;
}

const ORPHANED = 'orphaned';
const isBundleFile = (name: string) => name.endsWith('.zip');

export async function openBundleFiles(dataDir: string): Promise<BundleFiles> {
  const directory = join(dataDir, 'bundles');
  const incoming = join(directory, 'incoming');
  const unpackedDirectory = join(directory, 'unpacked');
  for (const path of [incoming, unpackedDirectory])
    await mkdir(path, { recursive: true, mode: 0o700 });
  const pathOf = (id: string) => join(directory, `${basename(id)}.zip`);
  const preparedPathOf = (id: string) => join(incoming, `${basename(id)}.zip`);

  async function store(id: string): Promise<void> {
    await rename(preparedPathOf(id), pathOf(id));
    await syncDirectory(directory);
  }

  async function moveOrphans(known: ReadonlySet<string>): Promise<OrphanedFiles> {
    const orphans = (await bundleFilesIn(directory)).filter((name) => !known.has(name));
    const target = join(directory, ORPHANED);
    if (orphans.length > 0) await mkdir(target, { recursive: true, mode: 0o700 });
    for (const name of orphans) await rename(join(directory, name), join(target, name));
    return { files: orphans.length, bytes: await bytesOf(target, orphans) };
  }

  return {
    unpackedDirectory,
    newPart: () => join(incoming, `${randomUUID()}.part`),
    pathOf,
    async prepare(part, id) {
      await rename(part, preparedPathOf(id));
      await syncDirectory(incoming);
    },
    store,
    discard: (part) => rm(part, { force: true }),
    async remove(id) {
      await rm(preparedPathOf(id), { force: true });
      await rm(pathOf(id), { force: true });
    },
    async reconcile(ids) {
      const known = new Set(ids.map((id) => `${id}.zip`));
      for (const name of await bundleFilesIn(incoming))
        if (known.has(name)) await store(basename(name, '.zip'));
      const unfinished = [...(await pathsIn(incoming)), ...(await pathsIn(unpackedDirectory))];
      for (const path of unfinished) await rm(path, { force: true });
      return { removed: unfinished.length, orphans: await moveOrphans(known) };
    },
  };
}

/**
 * Refuses to go on with a new database beside the files of an old one.
 *
 * @throws LostDatabaseError when there are bundle files, but neither accounts nor bundles
 */
export async function assertDatabaseKnown(db: Database, dataDir: string): Promise<void> {
  const { count: accounts } = await listAccountNames(db, 0);
  if (accounts > 0 || (await bundleIds(db)).length > 0) return;
  const directory = join(dataDir, 'bundles');
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const names = await bundleFilesIn(directory);
  if (names.length > 0) throw new LostDatabaseError(names.length, await bytesOf(directory, names));
}

/** The database was lost or replaced by an empty one. */
export class LostDatabaseError extends Error {
  override readonly name = 'LostDatabaseError';

  constructor(files: number, bytes: number) {
    super(
      `DATA_DIR holds ${files} bundle files (${bytes} bytes), but its database is new. ` +
        'Put the old meridian.db back, or start once with MOVE_ORPHANS=1 to move the files to bundles/orphaned.',
    );
  }
}

async function bundleFilesIn(directory: string): Promise<string[]> {
  return (await readdir(directory)).filter(isBundleFile);
}

async function bytesOf(directory: string, names: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(join(directory, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const pathsIn = async (directory: string) =>
  (await readdir(directory)).map((name) => join(directory, name));

/** A rename survives a power cut only after its directory is synced as well. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
