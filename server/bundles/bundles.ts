import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Bundle, BundleDetails } from '../../contract/shapes/bundle.ts';
import type { Config, Platform } from '../config.ts';
import { bundleIds, findBundle, listBundles, unjudgedBundles } from '../store/bundles.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import { openBlobs } from './blobs.ts';
import { detailsOf } from './details.ts';
import { createInspections } from './inspections.ts';
import { assertQuota } from './quota.ts';
import { createBundleRecords, type UploadFacts } from './records.ts';
import { type Incoming, takeIn, tooLarge } from './take-in.ts';
import { createInspectionThreads, type InspectionThreads } from './thread.ts';
import type { Inspection } from './zip/inspect.ts';
import { inspectionLimits } from './zip/limits.ts';

/**
 * Bundles from their first byte to their verdict:
 *
 *   receive -> (keep | discard)            bytes on the disk, then a row `validating`
 *   inspection in a thread of its own   -> `validated`, or `failed` with the reasons
 *
 * A bundle exists from its row's commit on, and its bytes were synced before. What a crash leaves behind
 * is swept, and what it interrupted is taken up again, by `resume`.
 */
export interface Bundles {
  /** Takes bytes in. @throws RefusedUpload, with nothing left behind */
  receive(stream: AsyncIterable<Buffer>): Promise<Incoming>;
  /**
   * Makes received bytes a bundle and has it inspected; a repeat of an upload whose sender gave it a key
   * is answered with the bundle that the first one became. @throws RefusedUpload over the quota
   */
  keep(incoming: Incoming, facts: UploadFacts): Promise<Bundle>;
  discard(incoming: Incoming): Promise<void>;
  /** Refuses early what could never be kept. @throws RefusedUpload */
  assertRoom(username: string, bytes: number): Promise<void>;
  /** Newest first. */
  list(): Promise<Bundle[]>;
  details(id: string): Promise<BundleDetails | undefined>;
  /** Where a bundle's bytes lie. */
  pathOf(id: string): string;
  /** Stops its inspection, if one runs. @returns false when there is no such bundle */
  remove(id: string, username: string): Promise<boolean>;
  /** Called once, before the first upload: sweeps and takes up unfinished inspections. */
  resume(): Promise<void>;
  /** Stops inspections; the next start takes them up again. */
  close(): Promise<void>;
}

export interface BundlesParts {
  /** Where the bytes lie, what may be uploaded, and the mesh's sisters. */
  readonly config: Pick<Config, 'dataDir' | 'uploadMaxBytes' | 'quota' | 'zip'> & {
    readonly mesh: { readonly platforms: readonly Platform[] };
  };
  readonly db: Database;
  readonly journal: Journal;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
  /** Where inspections run; the real threads by default. */
  readonly threads?: InspectionThreads;
}

/** Two, so that one huge archive does not hold up an emergency; each takes about one processor. */
const INSPECTIONS_AT_ONCE = 2;

export async function createBundles(parts: BundlesParts): Promise<Bundles> {
  const { config, db, journal, now, log, threads = createInspectionThreads(parts.log) } = parts;
  const { uploadMaxBytes, quota } = config;
  const { platforms } = config.mesh;
  const limits = inspectionLimits(config.zip);
  const blobs = await openBlobs(config.dataDir);
  const records = createBundleRecords({ journal, platforms, now, quota });
  const spoolDirectory = blobs.unpackedDirectory;
  const inspections = createInspections({
    start: (id) => threads.start({ path: blobs.pathOf(id), limits, spoolDirectory }),
    judge,
    atOnce: INSPECTIONS_AT_ONCE,
  });

  async function judge(id: string, inspection: Inspection): Promise<void> {
    try {
      const status = await records.judge(id, inspection);
      log.info({ bundle: id, status, problems: inspection.problems.slice(0, 3) }, 'inspected');
    } catch (error) {
      log.error({ err: error, bundle: id }, 'verdict not stored; the next start inspects again');
    }
  }

  async function keep(incoming: Incoming, facts: UploadFacts): Promise<Bundle> {
    const id = randomUUID();
    await blobs.keep(incoming.path, id);
    try {
      const { bundle, repeated } = await records.add(id, incoming, facts);
      if (repeated) await blobs.remove(id);
      else inspections.add(id, facts.priority);
      return bundle;
    } catch (error) {
      await blobs.remove(id);
      throw error;
    }
  }

  async function remove(id: string, username: string): Promise<boolean> {
    if (!(await records.remove(id, username))) return false;
    await inspections.cancel(id);
    await blobs.remove(id);
    return true;
  }

  async function resume(): Promise<void> {
    const swept = await blobs.sweep(await bundleIds(db));
    const unfinished = await unjudgedBundles(db);
    for (const { id, priority } of unfinished) inspections.add(id, priority);
    if (swept + unfinished.length > 0)
      log.info({ swept, resumed: unfinished.length }, 'bundles taken up again');
  }

  return {
    receive: (stream) => takeIn(stream, blobs.newPart(), uploadMaxBytes),
    keep,
    discard: (incoming) => blobs.discard(incoming.path),
    async assertRoom(username, bytes) {
      if (bytes > uploadMaxBytes) throw tooLarge(uploadMaxBytes);
      await assertQuota(db, quota, username, bytes);
    },
    list: () => listBundles(db),
    async details(id) {
      const stored = await findBundle(db, id);
      return stored && detailsOf(stored, platforms, 'whole');
    },
    pathOf: blobs.pathOf,
    remove,
    resume,
    async close() {
      await inspections.close();
      await threads.close();
    },
  };
}
