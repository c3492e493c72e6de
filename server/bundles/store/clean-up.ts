import { HOUR_MS } from '../../../contract/limits.ts';
import type { Clock } from '../../base/clock.ts';
import type { Loops } from '../../base/loop.ts';
import { pruningTime } from '../../database/pruning-time.ts';
import type { NodeBase } from '../../feature.ts';
import { bundleIds } from '../rows/bundles.ts';
import type { BundleStore, StoredBundleFile } from './bundle-store.ts';

/** Only what was last written before these moments is cleaned up, epoch milliseconds; null: nothing. */
interface Cutoffs {
  /** Files and uploads that were never completed. */
  readonly unfinished: number | null;
  /** Bundles without a row. */
  readonly orphan: number | null;
}

interface CleanUpDeps extends Pick<NodeBase, 'db' | 'log'> {
  readonly files: BundleStore;
}

/**
 * Removes what crashes left in the store, and sets bundles aside that the database does not know: it may be an old one.
 *
 * @param settle called before bundles without a row are moved. @returns false when they are not to be moved now
 * @returns how many unfinished files and uploads were removed
 */
export async function cleanUpStore(
  { db, files, log }: CleanUpDeps,
  before: Cutoffs,
  settle: () => Promise<boolean> = async () => true,
): Promise<number> {
  let removed = 0;
  if (before.unfinished !== null) {
    const rows = new Set(await bundleIds(db));
    removed = await files.clearScratch(before.unfinished, (id) => rows.has(id));
  }
  if (before.orphan === null) return removed;
  const candidates: StoredBundleFile[] = [];
  for await (const file of files.list()) if (file.modifiedAt < before.orphan) candidates.push(file);
  // Read after the list: a bundle that is added meanwhile is in both or in neither.
  const known = new Set(await bundleIds(db));
  const unknown = candidates.filter(({ id }) => !known.has(id));
  if (unknown.length === 0 || !(await settle())) return removed;
  const moved: StoredBundleFile[] = [];
  for (const file of unknown) if (await files.setAside(file.id)) moved.push(file);
  const bytes = moved.reduce((sum, { size }) => sum + size, 0);
  if (moved.length > 0)
    log.warn(
      { files: moved.length, bytes },
      'unknown bundle files moved to bundles/orphaned; list them: npm run orphans',
    );
  return removed;
}

interface StoreCleanerDeps extends CleanUpDeps {
  readonly clock: Clock;
  readonly loops: Loops;
  /** The bundles of another database are not to be touched. @throws unless the store is this database's */
  readonly claim: () => Promise<void>;
}

/** What is younger may be in the middle of an upload at another instance. */
const MIN_AGES_MS = { unfinished: 2 * HOUR_MS, orphan: 24 * HOUR_MS };
/** A resumable upload lasts a day at most, any other is over much sooner. */
const STALE_UPLOAD_MS = 48 * HOUR_MS;
/** A bundle that somebody deletes loses its row a moment before its bytes. */
const DELETING_MS = 10_000;
const CLEAN_UP = {
  name: 'clean up the store of bundles',
  everyMs: HOUR_MS,
  limitMs: HOUR_MS,
  failed: 'storage of bundles not cleaned up',
};

/** Cleans a store up that other instances use as well, while they do. One instance at a time is enough. */
export function createStoreCleaner(deps: StoreCleanerDeps) {
  const { files, clock, loops, claim, log } = deps;
  return loops.repeat(CLEAN_UP, async (signal) => {
    await claim();
    const now = await pruningTime(deps.db, clock.now());
    const before = { unfinished: now - MIN_AGES_MS.unfinished, orphan: now - MIN_AGES_MS.orphan };
    const settle = () => clock.sleep(DELETING_MS, signal);
    const cleared = await cleanUpStore(deps, before, settle);
    const removed = cleared + (await files.abortStale(now - STALE_UPLOAD_MS));
    if (removed > 0) log.info({ removed }, 'unfinished uploads removed from the storage');
  });
}
