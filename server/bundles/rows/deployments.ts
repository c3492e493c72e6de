import type { BundleTarget, Deployment } from '../../../contract/shapes/bundle.ts';
import type { Database, Tx } from '../../database/database.ts';

/** Rows of the targets to which bundles are deployed. `platform` is an id. */

/** Statuses of a target whose deployment goes on. */
export const IN_PROGRESS: readonly string[] = ['queued', 'sending', 'checking', 'retrying'];

/** @param statuses of all targets. @returns null without targets */
export function deploymentOf(statuses: readonly string[]): Deployment | null {
  const total = statuses.length;
  if (total === 0) return null;
  const done = statuses.filter((status) => status === 'taken').length;
  const failed = statuses.filter((status) => status === 'failed').length;
  return { state: deployState(), done, failed, total };

  function deployState() {
    if (statuses.some((status) => IN_PROGRESS.includes(status))) return 'in-progress';
    if (done === total) return 'deployed';
    return failed > 0 ? 'incomplete' : 'idle';
  }
}

export type TargetRow = Pick<BundleTarget, 'platform' | 'status' | 'sentBytes' | 'message'>;

/** @returns undefined when there is no such target, or the bundle was removed */
export const findTarget = (
  db: Database,
  bundle: string,
  platform: string,
): Promise<TargetRow | undefined> =>
  db
    .selectFrom('bundleTargets')
    .select(['platform', 'status', 'sentBytes', 'message'])
    .where((eb) => eb.and({ bundleId: bundle, platform }))
    .executeTakeFirst();

/** @param changedAt when its status changed, in epoch milliseconds; undefined: it did not */
export async function saveTarget(
  tx: Tx,
  bundle: string,
  target: TargetRow,
  changedAt?: number,
): Promise<void> {
  await tx
    .updateTable('bundleTargets')
    .set({
      status: target.status,
      sentBytes: target.sentBytes,
      message: target.message,
      ...(changedAt !== undefined && { changedAt }),
    })
    .where((eb) => eb.and({ bundleId: bundle, platform: target.platform }))
    .execute();
}

/** Every target has the bundle. */
export async function markDeployed(tx: Tx, bundle: string): Promise<void> {
  await tx.updateTable('bundles').set({ status: 'deployed' }).where('id', '=', bundle).execute();
}

/** @returns the targets with one of these statuses, those of the oldest bundles first */
export const targetsWith = (
  db: Database,
  statuses: readonly string[],
): Promise<{ bundle: string; platform: string }[]> =>
  db
    .selectFrom('bundleTargets')
    .innerJoin('bundles', 'bundles.id', 'bundleTargets.bundleId')
    .select(['bundleId as bundle', 'platform'])
    .where('bundleTargets.status', 'in', [...statuses])
    .orderBy('bundles.createdAt')
    .execute();

/** @returns how the newest bundle with this content stands that came from this sender */
export async function findReceived(
  db: Database,
  from: string,
  sha256: string,
): Promise<{ id: string; status: string; problem: string | null } | undefined> {
  const row = await db
    .selectFrom('bundles')
    .select(['id', 'status', 'problemsJson'])
    .where((eb) => eb.and({ uploadedBy: from, sha256 }))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [first]: readonly { message?: unknown }[] = JSON.parse(row.problemsJson);
  const problem = typeof first?.message === 'string' ? first.message : null;
  return { id: row.id, status: row.status, problem };
}
