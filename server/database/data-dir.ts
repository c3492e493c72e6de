import { randomFillSync } from 'node:crypto';
import { closeSync, existsSync, openSync, readdirSync, rmSync } from 'node:fs';
import { rm, stat, statfs, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'libsql';
import { ActionableError } from '../base/actionable-error.ts';
import { makeDirectory } from '../base/make-directory.ts';

/** Another server uses this data directory. Two at once would give the same numbers to different messages. */
export class DataInUseError extends ActionableError {
  override readonly name = 'DataInUseError';
}

/**
 * Holds the data directory for this process. The lock is a transaction on a file of its own: the system
 * releases it however the process ends, and backups of the database are still possible.
 *
 * @returns releases the lock
 * @throws DataInUseError when another process holds it, ActionableError when the lock file cannot be used
 */
export function holdDataDir(dataDir: string): () => void {
  const path = join(dataDir, 'lock.db');
  let lock: Sqlite.Database | undefined;
  try {
    lock = new Sqlite(path);
    // A journal in a file would need space, which a full disk has not. `pragma()` would keep a statement, and so the lock, after the end.
    lock.exec('PRAGMA journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (isDiskFull(error)) throw error;
    const { code } = error as { code?: string };
    if (code === 'SQLITE_BUSY')
      throw new DataInUseError(`DATA_DIR: another server works in ${dataDir}.`, { cause: error });
    throw new ActionableError(
      `DATA_DIR: ${path} cannot be used (${code}). If no other server works in this directory, delete it and start again.`,
      { cause: error },
    );
  }
  const held = lock;
  return () => held.close();
}

/** A file of the data directory that is there as long as a restore is not complete. */
export const RESTORING = 'restoring';

/** Creates the directory if needed, and checks that this process can read and write it. @throws ActionableError */
export function prepareDataDir(dataDir: string): void {
  if (existsSync(join(dataDir, RESTORING)))
    throw new ActionableError(
      `DATA_DIR: a backup was being restored in ${dataDir} and is not complete. Run npm run restore again.`,
    );
  try {
    makeDirectory(dataDir);
    readdirSync(dataDir);
    const probe = join(dataDir, '.write-test');
    closeSync(openSync(probe, 'w', 0o600));
    rmSync(probe);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new ActionableError(`DATA_DIR: ${describeDirError(dataDir, code)}`, { cause: error });
  }
}

const DISK_FULL = 'the disk is full. Free some space, then start again.';

function describeDirError(dataDir: string, code: string): string {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${dataDir} is a file, or lies below one. Name a directory.`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not read and write ${dataDir}. Change its owner, or name another directory.`;
    case 'EROFS':
      return `${dataDir} is on a read-only file system. Name another directory.`;
    case 'ENOSPC':
      return DISK_FULL;
    default:
      return `${dataDir} cannot be used (${code}).`;
  }
}

const MIB = 1024 * 1024;
/** Enough for the largest write-ahead log and what it adds to the database. */
const BALLAST_BYTES = 8 * MIB;
/** With less, some writes fail and others do not. */
const WORKING_BYTES = MIB;

/**
 * A file that only takes up space. Should other programs fill the disk, it is given up, so that people can
 * still sign in and delete bundles.
 */
export type DiskBallast = ReturnType<typeof createDiskBallast>;

export function createDiskBallast(dataDir: string) {
  const path = join(dataDir, 'ballast');
  const sizeOf = async () => (await stat(path).catch(() => null))?.size ?? 0;
  const freeSpace = async () => {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize;
  };
  /** @returns whether the database can be written, if need be in the place of the ballast */
  const hasRoom = async () => (await freeSpace()) + (await sizeOf()) >= WORKING_BYTES;

  /** Gives the space up. @returns false when there was none */
  async function release(): Promise<boolean> {
    if ((await sizeOf()) === 0) return false;
    await truncate(path);
    return true;
  }

  return {
    hasRoom,
    release,
    /** Before the database is opened: gives the space up if there is little else. @throws ActionableError without room */
    async makeRoom(): Promise<void> {
      if (!(await hasRoom())) throw new ActionableError(`DATA_DIR: ${DISK_FULL}`);
      if ((await freeSpace()) < WORKING_BYTES) await release();
    },
    /** Takes the space again; does nothing when the disk is full. */
    async refill(): Promise<void> {
      if ((await sizeOf()) === BALLAST_BYTES) return;
      // Random bytes: file systems that compress would store zeros in no space at all.
      const bytes = randomFillSync(Buffer.alloc(BALLAST_BYTES));
      await writeFile(path, bytes, { mode: 0o600 }).catch(() => rm(path, { force: true }));
    },
  };
}

/** @returns whether SQLite had no space for a write */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_FULL';
