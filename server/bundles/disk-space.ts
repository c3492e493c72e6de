import { join, sep } from 'node:path';
import { HOUR_MS } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Disk, DiskLevel } from '../../contract/shapes/system.ts';
import { recordActivity } from '../activity/rows.ts';
import { statfs } from '../base/file-work.ts';
import type { Config } from '../config/config.ts';
import type { DiskBallast } from '../database/data-dir.ts';
import type { Journal } from '../database/journal.ts';
import type { NodeBase, TermBase } from '../feature.ts';
import { databaseBytes, saveSpace } from './rows/space-history.ts';
import { UploadError } from './uploads/upload-error.ts';

/**
 * Watches the free space of the disk of the data directory, and of the bundles' if that is another. Uploads leave a reserve, so that the database can
 * always be written: people can still sign in and delete bundles.
 */
export type DiskSpace = ReturnType<typeof createDiskSpace>;

export interface DiskSpaceDeps extends Pick<NodeBase, 'journal' | 'clock' | 'loops' | 'log'> {
  readonly config: Pick<Config, 'dataDir' | 'bundleStore' | 'diskReserveBytes' | 'uploadMaxBytes'>;
  /** Refilled when there is room. */
  readonly ballast: Pick<DiskBallast, 'refill'>;
  /** For tests. */
  readonly measure?: ((path: string) => Promise<FreeSpace>) | undefined;
}

const FAILED = 'disk space not checked';
const CHECK = { name: 'check disk space', everyMs: 30_000, limitMs: 30_000, failed: FAILED };

export function createDiskSpace(deps: DiskSpaceDeps) {
  const { config, journal, ballast, clock, loops, log, measure = measureFreeSpace } = deps;
  const directories = directoriesOf(config);
  let announced: DiskLevel = 'ok';

  async function measureDisk(path: string) {
    const { free, total } = await measure(path);
    return { free, total, reserve: reserveOf(total, config.diskReserveBytes) };
  }

  /** Measured now. */
  async function read(): Promise<Disk> {
    const disks = await Promise.all(directories.map(measureDisk));
    // What is the closest to its reserve decides.
    const { free, total, reserve } = disks.reduce((worst, disk) =>
      disk.free - disk.reserve < worst.free - worst.reserve ? disk : worst,
    );
    const level = levelOf(free, reserve);
    const at = new Date(clock.now()).toISOString();
    const bundleMaxBytes = config.uploadMaxBytes;
    return { level, freeBytes: free, totalBytes: total, reserveBytes: reserve, bundleMaxBytes, at };
  }

  async function check(): Promise<Disk> {
    const disk = await read();
    if (disk.level === 'ok') await ballast.refill();
    if (isWorthAnnouncing(announced, disk)) {
      announced = disk.level;
      await announce(journal, disk, clock.now());
    }
    return disk;
  }

  /** @throws UploadError `no-room` when so many more bytes would use the reserve */
  async function assertRoom(bytes: number): Promise<void> {
    const { freeBytes, reserveBytes } = await read();
    if (freeBytes - bytes >= reserveBytes) return;
    check().catch((error: unknown) => log.error({ err: error }, FAILED));
    throw new UploadError(
      'no-room',
      `The server's disk is almost full (${sizeText(freeBytes)} free, of which ${sizeText(reserveBytes)} are reserved). Delete bundles to make room.`,
    );
  }

  /** Passes chunks on and checks the room on the way. @throws UploadError `no-room` */
  async function* guard(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
    let unchecked = 0;
    for await (const chunk of stream) {
      unchecked += chunk.length;
      if (unchecked >= CHECK_EVERY_BYTES) {
        await assertRoom(unchecked);
        unchecked = 0;
      }
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    }
  }

  const watching = loops.repeat(CHECK, check);
  return {
    read,
    assertRoom,
    guard,
    /** Stops watching. */
    close: watching.close,
  };
}

interface SpaceHistoryDeps extends Pick<TermBase, 'journal' | 'clock' | 'loops'> {
  readonly disk: Pick<DiskSpace, 'read'>;
}

const HISTORY = {
  name: 'store free space',
  everyMs: HOUR_MS,
  limitMs: 60_000,
  failed: 'free space not stored',
};

/** Stores each hour how much room there is, so that it can be said how long it lasts. The owner closes it. */
export const createSpaceHistory = ({ journal, disk, clock, loops }: SpaceHistoryDeps) =>
  loops.repeat(HISTORY, async () => {
    const { freeBytes } = await disk.read();
    const at = Math.floor(clock.now() / HOUR_MS) * HOUR_MS;
    await journal.commit(async (tx) =>
      saveSpace(tx, { at, freeBytes, databaseBytes: await databaseBytes(tx) }),
    );
  });

/** The data directory, and where the files of bundles are if that is elsewhere. */
function directoriesOf({ dataDir, bundleStore: store }: DiskSpaceDeps['config']): string[] {
  const isElsewhere = store.kind === 'file' && !store.directory.startsWith(join(dataDir, sep));
  return isElsewhere ? [dataDir, store.directory] : [dataDir];
}

/** `low` leaves time to act: uploads are refused only once the reserve is reached. */
function levelOf(free: number, reserve: number): DiskLevel {
  if (free < reserve) return 'full';
  return free < 2 * reserve ? 'low' : 'ok';
}

const LEVELS: readonly DiskLevel[] = ['ok', 'low', 'full'];

/** Worse levels at once; better ones only with a tenth to spare, so that a level does not flap. */
function isWorthAnnouncing(
  announced: DiskLevel,
  { level, freeBytes, reserveBytes }: Disk,
): boolean {
  if (level === announced) return false;
  if (LEVELS.indexOf(level) > LEVELS.indexOf(announced)) return true;
  return level === levelOf(freeBytes / 1.1, reserveBytes);
}

async function announce(journal: Journal, disk: Disk, at: number): Promise<void> {
  await journal.commit(async (tx, emit) => {
    emit(keyOf('disk'), 'replace', disk);
    await recordActivity(tx, emit, { ...activityOf(disk), at });
  });
}

function activityOf({ level, freeBytes, reserveBytes }: Disk) {
  const free = sizeText(freeBytes);
  if (level === 'ok')
    return { message: `Disk has room again: ${free} free`, severity: 'success' } as const;
  const almostFull = `Disk almost full: ${free} free.`;
  return level === 'full'
    ? ({ message: `${almostFull} Uploads are refused`, severity: 'error' } as const)
    : ({
        message: `${almostFull} Uploads are refused below ${sizeText(reserveBytes)}`,
        severity: 'warning',
      } as const);
}

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** @returns such as '512 MB' */
export function sizeText(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${Number((bytes / 1024 ** unit).toFixed(1))} ${UNITS[unit]}`;
}

/** The space of a disk, in bytes. */
interface FreeSpace {
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
