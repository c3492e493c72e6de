import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Bundle, BundleDetails } from '../../contract/shapes/bundle.ts';
import { rm } from '../base/file-work.ts';
import type { Config } from '../config/config.ts';
import type { Platform } from '../config/mesh-config.ts';
import type { NodeBase, TermBase } from '../feature.ts';
import {
  assertQuota,
  bundleDetailsOf,
  createBundleRecords,
  type MayUpload,
  type UploadInfo,
} from './bundle-records.ts';
import type { DiskSpace } from './disk-space.ts';
import {
  createInspectionThreads,
  type InspectionThreads,
} from './inspection/inspection-threads.ts';
import { BUNDLE_FILE, createInspections } from './inspection/inspections.ts';
import { inspectionLimits } from './inspection/zip/limits.ts';
import { findBundle, listBundles } from './rows/bundles.ts';
import type { BundleStore } from './store/bundle-store.ts';
import { cleanUpStore } from './store/clean-up.ts';
import { type ReceivedUpload, tooLarge, writeUpload } from './uploads/receive-upload.ts';
import { UploadError } from './uploads/upload-error.ts';

/**
 * Bundles from their first byte to the result of their inspection:
 *
 *   receive -> add                 bytes on the disk, then in the store, then a row `validating`
 *   inspection in its own thread   `validated`, or `failed` with the reasons
 *
 * A bundle exists once its row is committed; its bytes are durable before. After a crash, unfinished files are removed
 * and unknown ones set aside. The leader inspects: whatever is `validating` when its term begins, and
 * what any instance adds later.
 */
export type Bundles = Awaited<ReturnType<typeof createBundles>>;

interface BundlesDeps
  extends Pick<NodeBase, 'db' | 'journal' | 'pubsub' | 'clock' | 'now' | 'log' | 'notify'> {
  readonly config: Pick<
    Config,
    'database' | 'moveOrphans' | 'uploadMaxBytes' | 'quota' | 'zip' | 'diskReserveBytes'
  > & {
    readonly mesh: { readonly platforms: readonly Platform[] };
  };
  readonly files: BundleStore;
  readonly mayUpload: MayUpload;
  readonly disk: Pick<DiskSpace, 'assertRoom' | 'guard'>;
  /** Where inspections run; worker threads by default. */
  readonly threads?: InspectionThreads;
}

export async function createBundles(deps: BundlesDeps) {
  const { config, db, files, disk, journal, pubsub, clock, now, log, notify } = deps;
  const closing = new AbortController();
  const { threads = createInspectionThreads(log, files.observe) } = deps;
  const { uploadMaxBytes, quota, diskReserveBytes: reserveBytes } = config;
  const { platforms } = config.mesh;
  const limits = inspectionLimits(config.zip);
  const rules = { platforms, now, quota, mayUpload: deps.mayUpload, notify };
  const records = createBundleRecords({ ...rules, journal });
  const spoolDirectory = files.scratch.unpacked;
  const inspect = (id: string) =>
    threads.start({ location: files.locationOf(id), limits, spoolDirectory, reserveBytes });

  /** If the bytes cannot be removed now, they are set aside later: nobody can see them any more. */
  const removeBytes = (id: string) =>
    files.remove(id).catch((error) => log.error({ err: error, bundle: id }, 'bytes not removed'));
  const add = createAdd({ records, files, pubsub, clock, closing: closing.signal, removeBytes });

  /** Also stops its inspection. @returns false when there is no such bundle */
  async function remove(id: string, username: string): Promise<boolean> {
    if (!(await records.remove(id, username))) return false;
    await pubsub.publish(BUNDLE_FILE, { id, is: 'removed' });
    await removeBytes(id);
    return true;
  }

  /** Called once before the first upload. */
  async function resume(): Promise<void> {
    // With several instances, another one may have uploads in progress (see `createStoreCleaner`).
    const isAlone = config.database === null;
    const isDirectory = files.config.kind === 'file';
    const removed = await cleanUpStore(deps, {
      // Beside an S3 bucket they are in the data directory, which this instance has for itself.
      unfinished: isAlone || !isDirectory ? ALL : null,
      orphan: config.moveOrphans || (isAlone && isDirectory) ? ALL : null,
    });
    if (removed > 0) log.info({ removed }, 'unfinished files removed after a restart');
  }

  return {
    /** Writes an upload's bytes to disk. @throws UploadError, with nothing left behind */
    receive: (stream: AsyncIterable<Buffer>) =>
      writeUpload(disk.guard(stream), newPart(files), uploadMaxBytes),
    add,
    discard: ({ path }: ReceivedUpload) => rm(path, { force: true }),
    /** Refuses an upload before its bytes are sent. @throws UploadError */
    async assertRoom(username: string, bytes: number): Promise<void> {
      if (bytes > uploadMaxBytes) throw tooLarge(uploadMaxBytes);
      await assertQuota(db, quota, username, bytes);
      await disk.assertRoom(bytes);
    },
    /** Newest first. @param sha256 only those with this file */
    list: (sha256?: string) => listBundles(db, sha256),
    async details(id: string): Promise<BundleDetails | undefined> {
      const stored = await findBundle(db, id);
      return stored && bundleDetailsOf(stored, platforms, 'all');
    },
    remove,
    resume,
    /** @param journal of the leader, which alone inspects. The caller closes it */
    lead({ journal, clock, loops }: Pick<TermBase, 'journal' | 'clock' | 'loops'>) {
      const { recordInspection: record } = createBundleRecords({ ...rules, journal });
      return createInspections({ db, pubsub, clock, loops, log, start: inspect, record });
    },
    close() {
      closing.abort();
      return threads.close();
    },
  };
}

/** However young. */
const ALL = Number.POSITIVE_INFINITY;

const newPart = ({ scratch }: BundleStore) => join(scratch.incoming, `${randomUUID()}.part`);

interface AddDeps extends Pick<NodeBase, 'pubsub' | 'clock'> {
  readonly records: Pick<ReturnType<typeof createBundleRecords>, 'add' | 'find'>;
  readonly files: Pick<BundleStore, 'prepare' | 'publish'>;
  readonly removeBytes: (id: string) => Promise<unknown>;
  readonly closing: AbortSignal;
}

/** A database that is restarted or taken over is back within these. */
const ASK_TIMES = 8;
const ASK_EVERY_MS = 1000;

function createAdd({ records, files, pubsub, clock, removeBytes, closing }: AddDeps) {
  /**
   * Makes a received upload a bundle, which the leader inspects. A repeat (see `UploadInfo.receipt`) returns
   * the bundle of the first upload. The received file is taken over, also when it throws.
   *
   * @throws UploadError when the file is not the one that was sent, over the quota, or for a reused key
   */
  async function add(received: ReceivedUpload, info: UploadInfo): Promise<Bundle> {
    const id = randomUUID();
    try {
      if (info.sha256 !== undefined && info.sha256 !== received.sha256) throw damaged();
      await files.prepare(received.path, id);
    } catch (error) {
      await rm(received.path, { force: true });
      await removeBytes(id);
      throw error;
    }
    const { bundle, repeated } = await records
      .add(id, received, info)
      .catch((error: unknown) => findAdded(id, error));
    if (repeated) {
      await removeBytes(id);
      return bundle;
    }
    await files.publish(id);
    await pubsub.publish(BUNDLE_FILE, { id, is: 'stored' });
    return bundle;
  }

  /**
   * A commit may be stored although its answer was lost, so the database is asked for the row. The bytes are removed only
   * when it says that there is none; if it cannot be asked, they stay where the next clean-up finds them.
   *
   * @throws `error`, with which the commit failed, unless the row is there
   */
  async function findAdded(id: string, error: unknown) {
    const stored = await askAgain(() => records.find(id));
    if (stored) return { bundle: stored.bundle, repeated: false };
    if (stored === null) await removeBytes(id);
    throw error;
  }

  /** @returns undefined when the database did not answer for a while */
  async function askAgain<T>(ask: () => Promise<T>): Promise<T | undefined> {
    for (let left = ASK_TIMES; left > 0; left -= 1) {
      const answer = await ask().catch(() => undefined);
      if (answer !== undefined) return answer;
      if (!(await clock.sleep(ASK_EVERY_MS, closing))) break;
    }
    return undefined;
  }

  return add;
}

const damaged = () =>
  new UploadError('damaged', 'The file was damaged on its way. Please send it again.');
