import type { BundleTarget, Deployment } from '../../../contract/shapes/bundle.ts';
import type { Database, Tx } from '../../database/database.ts';

/** Rows of the targets to which bundles are deployed. `platform` is an id. */

/** Statuses of a target whose deployment goes on. */
export const IN_PROGRESS: readonly string[] = ['queued', 'sending', 'checking', 'retrying'];

/** @returns how far all targets have got; null without targets */
export function deploymentOf(targets: readonly TargetState[]): Deployment | null {
  const total = targets.length;
  if (total === 0) return null;
  const count = (status: string) => targets.filter((one) => one.status === status).length;
  const done = count('taken');
  const failed = count('failed');
  const ends = targets.flatMap(({ retryUntil }) => retryUntil ?? []);
  return {
    state: deployState(),
    done,
    failed,
    total,
    chosen: total - count('waiting'),
    retrying: count('retrying'),
    // Of one notation and zone, they are ordered as they are written.
    retryUntil: ends.toSorted().at(-1) ?? null,
  };

  function deployState() {
    if (targets.some(({ status }) => IN_PROGRESS.includes(status))) return 'in-progress';
    if (done === total) return 'deployed';
    return failed > 0 ? 'incomplete' : 'idle';
  }
}

export type TargetState = Pick<BundleTarget, 'status' | 'retryUntil'>;
export type TargetRow = Pick<
  BundleTarget,
  'platform' | 'status' | 'sentBytes' | 'message' | 'retryUntil'
>;

/** @param changedAt when its status changed, in epoch milliseconds; undefined: it did not */
export async function saveTarget(
  tx: Tx,
  bundle: string,
  { platform, retryUntil, ...columns }: TargetRow,
  changedAt?: number,
): Promise<void> {
  await tx
    .updateTable('bundleTargets')
    .set({
      ...columns,
      retryUntil: retryUntil ? Date.parse(retryUntil) : null,
      ...(changedAt !== undefined && { changedAt }),
    })
    .where((eb) => eb.and({ bundleId: bundle, platform }))
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
