import { statfs } from 'node:fs/promises';

/** The space of a disk, in bytes. */
export interface FreeSpace {
  /** Available to this process. */
  readonly free: number;
  readonly total: number;
}

const MIB = 1024 * 1024;
/** The default reserve: 5 % of the disk, within these limits. */
const RESERVE = { share: 0.05, min: 64 * MIB, max: 512 * MIB };

/** Writers check the free space once in so many bytes. */
export const CHECK_EVERY_BYTES = 4 * MIB;

/** @param path of any file or directory on the disk */
export async function measureFreeSpace(path: string): Promise<FreeSpace> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** @returns the bytes that bundles never use. @param configured null: the default */
export function reserveOf(total: number, configured: number | null): number {
  const share = Math.floor(total * RESERVE.share);
  return configured ?? Math.min(RESERVE.max, Math.max(RESERVE.min, share));
}
