import type { Priority } from '../../../contract/limits.ts';
import type {
  Bundle,
  BundleDetails,
  BundleProblem,
  BundleStatus,
  BundleTarget,
} from '../../../contract/shapes/bundle.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Row, Tables } from '../../database/schema.ts';
import type { Inspection } from '../inspection/zip/inspect.ts';
import { deploymentOf, type TargetState } from './deployments.ts';

/** Rows of the bundles: what they are called, where they stand, what was found in them. */

interface NewBundle {
  readonly id: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Names, as the list shows them. */
  readonly targetPlatforms: readonly string[];
  /** Ids, which outlive a change of name. */
  readonly targetIds: readonly string[];
  readonly priority: Priority;
  readonly sha256: string;
  /** A username. */
  readonly uploadedBy: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

interface Inspected extends Inspection {
  readonly status: BundleStatus;
  readonly at: number;
}

/** Everything stored of one bundle; `targets.platform` is an id. */
export interface StoredBundle
  extends Pick<
    BundleDetails,
    | 'sha256'
    | 'priority'
    | 'uploadedBy'
    | 'problems'
    | 'files'
    | 'fileCount'
    | 'targets'
    | 'history'
  > {
  readonly bundle: Bundle;
}

const LISTED = [
  'id',
  'name',
  'size',
  'status',
  'targetPlatformsJson',
  'problemsJson',
  'createdAt',
] as const satisfies (keyof Tables['bundles'])[];
type ListedRow = Pick<Row<'bundles'>, (typeof LISTED)[number]>;

/** Adds a bundle with the status `validating`, its history and its targets. */
export async function insertBundle(tx: Tx, bundle: NewBundle): Promise<Bundle> {
  const { targetPlatforms, targetIds, at, ...columns } = bundle;
  const row = await tx
    .insertInto('bundles')
    .values({
      ...columns,
      status: 'validating',
      targetPlatformsJson: JSON.stringify(targetPlatforms),
      problemsJson: '[]',
      filesJson: '[]',
      fileCount: 0,
      createdAt: at,
    })
    .returning(LISTED)
    .executeTakeFirstOrThrow();
  await insertHistory(tx, { bundle: bundle.id, status: 'validating', at });
  await insertTargets(tx, bundle);
  return bundleOf(
    row,
    targetIds.map(() => ({ status: 'waiting' })),
  );
}

async function insertTargets(tx: Tx, { id, targetIds }: NewBundle): Promise<void> {
  if (targetIds.length === 0) return;
  const rows = targetIds.map((platform) => ({
    bundleId: id,
    platform,
    status: 'waiting',
    sentBytes: 0,
  }));
  await tx.insertInto('bundleTargets').values(rows).execute();
}

/**
 * Stores the result of an inspection.
 *
 * @returns the bundle's name; undefined when it is gone or was inspected already
 */
export async function storeInspection(
  tx: Tx,
  id: string,
  found: Inspected,
): Promise<string | undefined> {
  const row = await tx
    .updateTable('bundles')
    .set({
      status: found.status,
      problemsJson: JSON.stringify(found.problems),
      filesJson: JSON.stringify(found.files),
      fileCount: found.fileCount,
    })
    .where((eb) => eb.and({ id, status: 'validating' }))
    .returning('name')
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await insertHistory(tx, { bundle: id, status: found.status, at: found.at });
  return row.name;
}

interface NewHistoryEntry {
  readonly bundle: string;
  readonly status: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** A sentence without its full stop. */
  readonly note?: string;
}

export async function insertHistory(tx: Tx, entry: NewHistoryEntry): Promise<void> {
  const { bundle, status, at, note = null } = entry;
  await tx.insertInto('bundleHistory').values({ bundleId: bundle, status, at, note }).execute();
}

/** @returns the bundles, newest first. @param sha256 only those with this file */
export async function listBundles(db: Database, sha256?: string): Promise<Bundle[]> {
  let bundles = db.selectFrom('bundles').select(LISTED);
  let targets = db.selectFrom('bundleTargets').select(['bundleId', 'status', 'retryUntil']);
  if (sha256 !== undefined) {
    bundles = bundles.where('sha256', '=', sha256);
    targets = targets.where('bundleId', 'in', (eb) =>
      eb.selectFrom('bundles').select('id').where('sha256', '=', sha256),
    );
  }
  const rows = await bundles.orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();
  const targetsById = new Map<string, TargetState[]>();
  for (const { bundleId, status, retryUntil } of await targets.execute()) {
    const state = { status, retryUntil: isoTimeOrNull(retryUntil) };
    targetsById.set(bundleId, [...(targetsById.get(bundleId) ?? []), state]);
  }
  return rows.map((row) => bundleOf(row, targetsById.get(row.id) ?? []));
}

export async function findBundle(db: Database, id: string): Promise<StoredBundle | undefined> {
  const row = await db.selectFrom('bundles').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const targets = await targetsOf(db, id);
  return {
    bundle: bundleOf(row, targets),
    sha256: row.sha256,
    priority: row.priority,
    uploadedBy: row.uploadedBy,
    problems: JSON.parse(row.problemsJson),
    files: JSON.parse(row.filesJson),
    fileCount: row.fileCount,
    targets,
    history: await historyOf(db, id),
  };
}

async function targetsOf(db: Database, id: string): Promise<BundleTarget[]> {
  const rows = await db
    .selectFrom('bundleTargets')
    .select(['platform', 'status', 'sentBytes', 'message', 'changedAt', 'retryUntil'])
    .where('bundleId', '=', id)
    .orderBy('platform')
    .execute();
  return rows.map(({ changedAt, retryUntil, ...row }) => ({
    ...row,
    changedAt: isoTimeOrNull(changedAt),
    retryUntil: isoTimeOrNull(retryUntil),
  }));
}

async function historyOf(db: Database, id: string) {
  const rows = await db
    .selectFrom('bundleHistory')
    .select(['status', 'at', 'note'])
    .where('bundleId', '=', id)
    .orderBy('at')
    .execute();
  return rows.map(({ status, at, note }) => ({ status, at: isoTime(at), note }));
}

const isoTime = (at: number) => new Date(at).toISOString();
const isoTimeOrNull = (at: number | null) => (at === null ? null : isoTime(at));

/** Deletes a bundle with its history and targets. @returns its name; undefined when there is none */
export async function deleteBundle(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('bundles')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/**
 * @param only the bundle with this id, or those that were added before a time (epoch milliseconds)
 * @returns the bundles without an inspection result, the oldest first
 */
export async function bundlesToInspect(
  db: Database,
  only: { readonly id?: string; readonly before?: number } = {},
): Promise<{ id: string; priority: string }[]> {
  let query = db
    .selectFrom('bundles')
    .select(['id', 'priority'])
    .where('status', '=', 'validating')
    .orderBy('createdAt');
  if (only.id !== undefined) query = query.where('id', '=', only.id);
  if (only.before !== undefined) query = query.where('createdAt', '<', only.before);
  return query.execute();
}

export async function bundleIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('bundles').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Number and bytes of bundles. */
interface Usage {
  readonly bundles: number;
  readonly bytes: number;
}

export async function usageOf(db: Database, username: string): Promise<Usage> {
  const row = await db
    .selectFrom('bundles')
    .select(({ fn }) => [
      fn.countAll<number>().as('bundles'),
      fn.sum<number | null>('size').as('bytes'),
    ])
    .where('uploadedBy', '=', username)
    .executeTakeFirstOrThrow();
  return { bundles: row.bundles, bytes: row.bytes ?? 0 };
}

/** @returns the bundles of all accounts by status */
export async function usageByStatus(
  db: Database,
): Promise<(Usage & { readonly status: string })[]> {
  const rows = await db
    .selectFrom('bundles')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('bundles'),
      fn.sum<number | null>('size').as('bytes'),
    ])
    .groupBy('status')
    .execute();
  return rows.map(({ status, bundles, bytes }) => ({
    status,
    bundles: bundles,
    bytes: bytes ?? 0,
  }));
}

function bundleOf(row: ListedRow, targets: readonly TargetState[]): Bundle {
  return {
    id: row.id,
    name: row.name,
    size: row.size,
    status: row.status,
    targetPlatforms: JSON.parse(row.targetPlatformsJson),
    createdAt: isoTime(row.createdAt),
    deployment: deploymentOf(targets),
    ...(row.status === 'failed' && { reason: reasonOf(row.problemsJson) }),
  };
}

function reasonOf(problemsJson: string): string | null {
  const [first]: readonly BundleProblem[] = JSON.parse(problemsJson);
  return first?.message ?? null;
}
