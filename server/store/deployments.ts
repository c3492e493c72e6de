import type { Deployment } from '../../contract/shapes/bundle.ts';
import type { Database, Tx } from './database.ts';

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

export interface TargetRow {
  readonly platform: string;
  readonly status: string;
  readonly sentBytes: number;
  readonly message: string | null;
}

/** @returns undefined when there is no such target, or the bundle was removed */
export async function findTarget(
  db: Database | Tx,
  bundle: string,
  platform: string,
): Promise<TargetRow | undefined> {
  const row = await db
    .selectFrom('bundle_targets')
    .selectAll()
    .where('bundle_id', '=', bundle)
    .where('platform', '=', platform)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { status, message } = row;
  return { platform, status, sentBytes: Number(row.sent_bytes), message };
}

/** @param changedAt when its status changed, in epoch milliseconds; undefined: it did not */
export async function saveTarget(
  tx: Tx,
  bundle: string,
  target: TargetRow,
  changedAt?: number,
): Promise<void> {
  await tx
    .updateTable('bundle_targets')
    .set({
      status: target.status,
      sent_bytes: target.sentBytes,
      message: target.message,
      ...(changedAt !== undefined && { changed_at: changedAt }),
    })
    .where('bundle_id', '=', bundle)
    .where('platform', '=', target.platform)
    .execute();
}

/** Every target has the bundle. */
export async function markDeployed(tx: Tx, bundle: string): Promise<void> {
  await tx.updateTable('bundles').set({ status: 'deployed' }).where('id', '=', bundle).execute();
}

/** @returns the targets with one of these statuses, those of the oldest bundles first */
export async function targetsWith(
  db: Database | Tx,
  statuses: readonly string[],
): Promise<{ bundle: string; platform: string }[]> {
  const rows = await db
    .selectFrom('bundle_targets')
    .innerJoin('bundles', 'bundles.id', 'bundle_targets.bundle_id')
    .select(['bundle_id', 'platform'])
    .where('bundle_targets.status', 'in', [...statuses])
    .orderBy('bundles.created_at')
    .execute();
  return rows.map(({ bundle_id, platform }) => ({ bundle: bundle_id, platform }));
}

/** @returns how the newest bundle with this content stands that came from this sender */
export async function findReceived(
  db: Database | Tx,
  from: string,
  sha256: string,
): Promise<{ id: string; status: string; problem: string | null } | undefined> {
  const row = await db
    .selectFrom('bundles')
    .select(['id', 'status', 'problems_json'])
    .where('uploaded_by', '=', from)
    .where('sha256', '=', sha256)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const [first]: readonly { message?: unknown }[] = JSON.parse(row.problems_json);
  const problem = typeof first?.message === 'string' ? first.message : null;
  return { id: row.id, status: row.status, problem };
}
