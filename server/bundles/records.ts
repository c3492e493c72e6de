import type { Priority } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Bundle } from '../../contract/shapes/bundle.ts';
import type { Platform } from '../config.ts';
import { recordActivity } from '../store/activity.ts';
import {
  deleteBundle,
  findBundle,
  insertBundle,
  judgeBundle,
  listBundles,
} from '../store/bundles.ts';
import type { Tx } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import { findReceipt, insertReceipt, type ReceiptName } from '../store/receipts.ts';
import { tellStats } from '../store/stats.ts';
import { detailsOf } from './details.ts';
import { assertQuota, type Quota } from './quota.ts';
import { RefusedUpload } from './refused-upload.ts';
import type { Incoming } from './take-in.ts';
import type { Inspection } from './zip/inspect.ts';

/** What is stored and told when a bundle comes, is judged or goes: row, activity and messages as one. */
export interface BundleRecords {
  /** @throws RefusedUpload over the quota, or when the upload's key was used for other bytes */
  add(id: string, incoming: Incoming, facts: UploadFacts): Promise<Added>;
  /** @returns the new status; undefined when the bundle was removed or judged meanwhile */
  judge(id: string, inspection: Inspection): Promise<string | undefined>;
  /** @returns false when there is no such bundle */
  remove(id: string, username: string): Promise<boolean>;
}

export interface Added {
  readonly bundle: Bundle;
  /** The bundle is the one that an upload of the same key became; none was added. */
  readonly repeated: boolean;
}

export interface UploadFacts {
  /** Cleaned already. */
  readonly name: string;
  readonly targets: readonly Platform[];
  readonly priority: Priority;
  readonly username: string;
  /** By which name a repeat of this upload is known; undefined when its sender gave none. */
  readonly receipt?: ReceiptName | undefined;
}

export interface BundleRecordsParts {
  readonly journal: Journal;
  readonly quota: Quota;
  readonly platforms: readonly Platform[];
  readonly now: () => number;
}

export function createBundleRecords(parts: BundleRecordsParts): BundleRecords {
  const { journal, quota, platforms, now } = parts;
  return {
    add: (id, { size, sha256 }, { name, targets, priority, username, receipt }) =>
      journal.commit(async (tx, tell) => {
        const first = receipt && (await repeatedBundle(tx, receipt, sha256));
        if (first) return { bundle: first, repeated: true };
        await assertQuota(tx, quota, username, size);
        const at = now();
        const uploaded = { id, name, size, sha256, priority, at, uploadedBy: username };
        const targetPlatforms = targets.map((platform) => platform.name);
        const targetIds = targets.map((platform) => platform.id);
        const bundle = await insertBundle(tx, { ...uploaded, targetPlatforms, targetIds });
        if (receipt) await insertReceipt(tx, receipt, { sha256, bundle }, at);
        tell(keyOf('bundles'), 'prepend', [bundle]);
        const message = `${username} uploaded ZIP bundle ${name}; it is being validated`;
        await recordActivity(tx, tell, { message, severity: 'primary', at });
        await tellStats(tx, tell);
        return { bundle, repeated: false };
      }),

    judge: (id, { problems, files, fileCount }) =>
      journal.commit(async (tx, tell) => {
        const at = now();
        const status = problems.length === 0 ? 'validated' : 'failed';
        const bundle = await judgeBundle(tx, id, { status, problems, files, fileCount, at });
        if (bundle === undefined) return undefined;
        tell(keyOf('bundles'), 'patch', { id, status });
        const stored = await findBundle(tx, id);
        if (stored) tell(keyOf('bundle', { id }), 'replace', detailsOf(stored, platforms, 'short'));
        await recordActivity(tx, tell, { ...verdictOf(bundle.name, problems), at });
        await tellStats(tx, tell);
        return status;
      }),

    remove: (id, username) =>
      journal.commit(async (tx, tell) => {
        const name = await deleteBundle(tx, id);
        if (name === undefined) return false;
        tell(keyOf('bundles'), 'replace', await listBundles(tx));
        const message = `${username} removed ZIP bundle ${name}`;
        await recordActivity(tx, tell, { message, severity: 'primary', at: now() });
        await tellStats(tx, tell);
        return true;
      }),
  };
}

/** @returns what the first upload of this key became. @throws RefusedUpload when it had other bytes */
async function repeatedBundle(tx: Tx, name: ReceiptName, sha256: string) {
  const receipt = await findReceipt(tx, name);
  if (receipt !== undefined && receipt.sha256 !== sha256)
    throw new RefusedUpload('other-file', 'Another file was uploaded under this key already.');
  return receipt?.bundle;
}

/** The verdict as a row of the activity log. */
function verdictOf(name: string, problems: Inspection['problems']) {
  const [first] = problems;
  if (first === undefined)
    return { message: `ZIP bundle ${name} is validated`, severity: 'success' } as const;
  const where = first.entry === null ? '' : ` (${first.entry})`;
  const message = `ZIP bundle ${name} failed: ${first.message}${where}`;
  return { message, severity: 'error' } as const;
}
