import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdDataDir, RESTORING } from '../store/data-dir.ts';
import { syncDirectory } from '../sync-directory.ts';
import { ArchiveError } from './archive-error.ts';

/**
 * A data directory that is filled from an archive. Everything is made in a directory inside of it and moved out of that at
 * the end. As long as that directory exists no node starts here, so what was interrupted cannot be taken for a node.
 */
export interface RestoreDirectory {
  /** Where the parts of the node are made. */
  readonly path: string;
  /** Makes what is there the content of the data directory. Nothing in it may be open. */
  publish(): Promise<void>;
  /** Removes what was made, unless it was published. */
  close(): Promise<void>;
}

/** Written when nothing but moving is left: a repeated command ends that, instead of beginning again. */
const COMPLETE = 'complete';
const HARMLESS = /^(?:restoring|lost\+found|lock\.db(?:-\w+)?)$/;

/**
 * Holds the data directory.
 *
 * @returns undefined if an earlier command had restored everything and was interrupted at the very end: that is done now
 * @throws ArchiveError unless it is empty, DataInUseError
 */
export async function openRestoreDirectory(dataDir: string): Promise<RestoreDirectory | undefined> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, RESTORING);
  const isComplete = existsSync(join(path, COMPLETE));
  const names = await readdir(dataDir);
  const strange = names.find((name) => !HARMLESS.test(name));
  if (strange !== undefined && !isComplete)
    throw new ArchiveError(
      `DATA_DIR: ${dataDir} is not empty (${strange}). A restore needs an empty directory; nothing was changed.`,
    );
  const release = holdDataDir(dataDir);
  if (isComplete) {
    await publish(dataDir, path);
    release();
    return undefined;
  }
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { mode: 0o700 });
  return {
    path,
    publish: () => publish(dataDir, path),
    async close() {
      // What cannot be moved now is moved by the next attempt.
      if (!existsSync(join(path, COMPLETE))) await rm(path, { recursive: true, force: true });
      release();
    },
  };
}

async function publish(dataDir: string, path: string): Promise<void> {
  await writeFile(join(path, COMPLETE), '', { mode: 0o600 });
  await syncDirectory(path);
  for (const name of await readdir(path))
    if (name !== COMPLETE) await move(join(path, name), join(dataDir, name));
  await syncDirectory(dataDir);
  await rm(join(path, COMPLETE));
  await rmdir(path);
  await syncDirectory(dataDir);
}

/** The empty files beside a closed database are removed when libsql's memory is collected, which may be at any moment. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || !/-(?:wal|shm)$/.test(from)) throw error;
  });
}
