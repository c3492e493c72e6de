import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from '../../base/file-work.ts';
import { makeDirectory } from '../../base/make-directory.ts';
import { syncDirectory } from '../../base/sync-directory.ts';
import type { BundleStoreConfig } from '../../config/bundle-store-config.ts';
import { type OpenSource, openFileSource } from '../inspection/zip/byte-source.ts';
import { openFileUploads } from '../uploads/file-upload-store.ts';
import {
  BundleMissingError,
  type BundleStore,
  EXTENSION,
  ORPHANED,
  OWNER,
  type StoredBundleFile,
} from './bundle-store.ts';
import { createFilePieces, isMissing, nullIfMissing } from './piece-store.ts';

/**
 * Bundles as files of a directory, which several instances may share. Beside the files of every store:
 *
 *   incoming/<random>.part      an upload in progress
 *   incoming/<id>.zip           a complete upload whose row is being committed
 *   unpacked/<random>.unpacked  an archive inside an archive, while it is inspected
 *
 * A file leaves `incoming` only after its row is committed. So a crash leaves nothing outside of `incoming`.
 */
export async function openFileStore(
  config: Extract<BundleStoreConfig, { kind: 'file' }>,
  dataDir: string,
): Promise<BundleStore> {
  const { directory } = config;
  const scratch = await openScratch(directory);
  const { incoming } = scratch;
  const orphaned = join(directory, ORPHANED);
  const pathOf = (id: string) => join(directory, nameOf(id));
  const preparedPathOf = (id: string) => join(incoming, nameOf(id));
  // Between its commit and `publish` a bundle is known to other instances, and perhaps moved while they look.
  const pathsOf = (id: string) => [pathOf(id), preparedPathOf(id), pathOf(id)];

  async function publish(id: string): Promise<void> {
    const isMoved = await succeeded(rename(preparedPathOf(id), pathOf(id)));
    // Another instance may have cleaned up after this one.
    if (!isMoved) await stat(pathOf(id));
    await syncDirectory(directory);
  }

  return {
    config,
    observe: () => undefined,
    isInDataDir: directory === join(dataDir, 'bundles'),
    scratch,
    async prepare(path, id) {
      await rename(path, preparedPathOf(id));
      await syncDirectory(incoming);
    },
    publish,
    locationOf: (id) => ({ kind: 'file', paths: pathsOf(id) }),
    open: (id) => openBundleFile(pathsOf(id)),
    async remove(id) {
      await rm(preparedPathOf(id), { force: true });
      await rm(pathOf(id), { force: true });
    },
    list: () => listFiles(directory),
    async setAside(id) {
      await mkdir(orphaned, { recursive: true, mode: 0o700 });
      return succeeded(rename(pathOf(id), join(orphaned, nameOf(id))));
    },
    listSetAside: () => listFiles(orphaned),
    async clearScratch(before, known) {
      for await (const { id } of listFiles(incoming)) if (known(id)) await succeeded(publish(id));
      return removeOlder(Object.values(scratch), before);
    },
    abortStale: async () => 0,
    async readOwner() {
      const text = await readFile(join(directory, OWNER), 'utf8').catch(nullIfMissing);
      return text?.trim() ?? null;
    },
    async writeOwner(id) {
      const path = join(incoming, `${id}.part`);
      await writeFile(path, `${id}\n`, { mode: 0o600 });
      await rename(path, join(directory, OWNER));
      await syncDirectory(directory);
    },
    openUploads: () => openFileUploads(join(directory, 'resumable')),
    arriving: createFilePieces(join(directory, 'arriving'), incoming),
    close: () => undefined,
  };
}

/** @throws BundleMissingError when the store is there and the bundle is not; a folder that is gone is a mount that is away */
export async function openBundleFile(paths: readonly string[]): Promise<OpenSource> {
  const [path = ''] = paths;
  return openFileSource(...paths).catch((error) => {
    throw isMissing(error) && existsSync(dirname(path)) ? new BundleMissingError(path) : error;
  });
}

/** Makes the directories for what is in progress. */
export async function openScratch(directory: string): Promise<BundleStore['scratch']> {
  const scratch = { incoming: join(directory, 'incoming'), unpacked: join(directory, 'unpacked') };
  for (const path of Object.values(scratch)) makeDirectory(path);
  return scratch;
}

/** Removes files whose last byte was written before a moment, epoch milliseconds. @returns how many */
export async function removeOlder(directories: readonly string[], before: number): Promise<number> {
  let removed = 0;
  for (const directory of directories)
    for (const name of await readdir(directory)) {
      const path = join(directory, name);
      const stats = await stat(path).catch(nullIfMissing);
      if (stats === null || stats.mtimeMs >= before) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  return removed;
}

async function* listFiles(directory: string): AsyncGenerator<StoredBundleFile> {
  const names = (await readdir(directory).catch(nullIfMissing)) ?? [];
  for (const name of names.filter((one) => one.endsWith(EXTENSION))) {
    const stats = await stat(join(directory, name)).catch(nullIfMissing);
    if (stats === null) continue;
    yield { id: basename(name, EXTENSION), size: stats.size, modifiedAt: stats.mtimeMs };
  }
}

const nameOf = (id: string) => `${basename(id)}${EXTENSION}`;

/** @returns false when the file is gone, for example because another instance was faster */
async function succeeded(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    return nullIfMissing(error) !== null;
  }
}
