import { randomFillSync } from 'node:crypto';
import { rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough for the largest write-ahead log and what it adds to the database. */
const BALLAST_BYTES = 8 * 1024 * 1024;

/**
 * A file that only takes up space. Should other programs fill the disk, it is given up, so that people can
 * still sign in and delete bundles.
 */
export interface DiskBallast {
  /** Gives the space up. @returns false when there was none */
  release(): Promise<boolean>;
  /** Takes the space again; does nothing when the disk is full. */
  refill(): Promise<void>;
}

export function createDiskBallast(dataDir: string): DiskBallast {
  const path = join(dataDir, 'ballast');
  const sizeOf = async () => (await stat(path).catch(() => null))?.size ?? 0;
  return {
    async release() {
      if ((await sizeOf()) === 0) return false;
      await truncate(path);
      return true;
    },
    async refill() {
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
