import { usageOf } from '../store/bundles.ts';
import type { Database, Tx } from '../store/database.ts';
import { RefusedUpload } from './refused-upload.ts';

/** What one account may keep on this node. */
export interface Quota {
  readonly bundles: number;
  readonly bytes: number;
}

/** @throws RefusedUpload `quota` when one more bundle of so many bytes would pass it */
export async function assertQuota(
  db: Database | Tx,
  quota: Quota,
  username: string,
  bytes: number,
): Promise<void> {
  const usage = await usageOf(db, username);
  if (usage.bundles + 1 > quota.bundles)
    throw overQuota(`Your account holds ${usage.bundles} bundles, which is its limit.`);
  if (usage.bytes + bytes > quota.bytes)
    throw overQuota('Your account has no room left for this bundle.');
}

const overQuota = (message: string) => new RefusedUpload('quota', `${message} Remove one first.`);
