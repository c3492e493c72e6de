import type { Selectable } from 'kysely';
import type { Priority } from '../../contract/limits.ts';
import type {
  Bundle,
  BundleFile,
  BundleProblem,
  BundleStatus,
} from '../../contract/shapes/bundle.ts';
import type { Database, Tx } from './database.ts';
import { deploymentOf } from './deployments.ts';
import type { BundleTable } from './schema.ts';

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

interface Inspected {
  readonly status: BundleStatus;
  readonly problems: readonly Pick<BundleProblem, 'rule' | 'entry' | 'message'>[];
  readonly files: readonly Pick<BundleFile, 'name' | 'size' | 'compressedSize' | 'crc32'>[];
  readonly fileCount: number;
  readonly at: number;
}

/** Everything stored of one bundle; `targets.platform` is an id. */
export interface StoredBundle {
  readonly bundle: Bundle;
  readonly sha256: string;
  readonly priority: string;
  readonly uploadedBy: string;
  readonly problems: readonly BundleProblem[];
  readonly files: readonly BundleFile[];
  readonly fileCount: number;
  readonly targets: readonly StoredTarget[];
  readonly history: readonly {
    readonly status: string;
    readonly at: string;
    readonly note: string | null;
  }[];
}

interface StoredTarget {
  readonly platform: string;
  readonly status: string;
  readonly sentBytes: number;
  readonly message: string | null;
  readonly changedAt: string | null;
}

const LISTED = [
  'id',
  'name',
  'size',
  'status',
  'target_platforms_json',
  'problems_json',
  'created_at',
] as const satisfies (keyof BundleTable)[];
type ListedRow = Pick<Selectable<BundleTable>, (typeof LISTED)[number]>;

/** Adds a bundle with the status `validating`, its history and its targets. */
export async function insertBundle(tx: Tx, bundle: NewBundle): Promise<Bundle> {
  const row = await tx
    .insertInto('bundles')
    .values({
      id: bundle.id,
      name: bundle.name,
      size: bundle.size,
      status: 'validating',
      target_platforms_json: JSON.stringify(bundle.targetPlatforms),
      priority: bundle.priority,
      sha256: bundle.sha256,
      uploaded_by: bundle.uploadedBy,
      problems_json: '[]',
      files_json: '[]',
      file_count: 0,
      created_at: bundle.at,
    })
    .returning(LISTED)
    .executeTakeFirstOrThrow();
  await insertHistory(tx, { bundle: bundle.id, status: 'validating', at: bundle.at });
  await insertTargets(tx, bundle);
  return bundleOf(
    row,
    bundle.targetIds.map(() => 'waiting'),
  );
}

async function insertTargets(tx: Tx, { id, targetIds }: NewBundle): Promise<void> {
  if (targetIds.length === 0) return;
  const rows = targetIds.map((platform) => ({
    bundle_id: id,
    platform,
    status: 'waiting',
    sent_bytes: 0,
    message: null,
    changed_at: null,
  }));
  await tx.insertInto('bundle_targets').values(rows).execute();
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
      problems_json: JSON.stringify(found.problems),
      files_json: JSON.stringify(found.files),
      file_count: found.fileCount,
    })
    .where('id', '=', id)
    .where('status', '=', 'validating')
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
  await tx.insertInto('bundle_history').values({ bundle_id: bundle, status, at, note }).execute();
}

/** @returns the bundles, newest first. @param sha256 only those with this file */
export async function listBundles(db: Database | Tx, sha256?: string): Promise<Bundle[]> {
  let bundles = db.selectFrom('bundles').select(LISTED);
  let targets = db.selectFrom('bundle_targets').select(['bundle_id', 'status']);
  if (sha256 !== undefined) {
    bundles = bundles.where('sha256', '=', sha256);
    targets = targets.where('bundle_id', 'in', (eb) =>
      eb.selectFrom('bundles').select('id').where('sha256', '=', sha256),
    );
  }
  const rows = await bundles.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  const statuses = new Map<string, string[]>();
  for (const { bundle_id, status } of await targets.execute())
    statuses.set(bundle_id, [...(statuses.get(bundle_id) ?? []), status]);
  return rows.map((row) => bundleOf(row, statuses.get(row.id) ?? []));
}

export async function findBundle(db: Database | Tx, id: string): Promise<StoredBundle | undefined> {
  const row = await db.selectFrom('bundles').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  const targets = await targetsOf(db, id);
  return {
    bundle: bundleOf(
      row,
      targets.map(({ status }) => status),
    ),
    sha256: row.sha256,
    priority: row.priority,
    uploadedBy: row.uploaded_by,
    problems: JSON.parse(row.problems_json),
    files: JSON.parse(row.files_json),
    fileCount: Number(row.file_count),
    targets,
    history: await historyOf(db, id),
  };
}

async function targetsOf(db: Database | Tx, id: string): Promise<StoredTarget[]> {
  const rows = await db
    .selectFrom('bundle_targets')
    .selectAll()
    .where('bundle_id', '=', id)
    .orderBy('platform')
    .execute();
  return rows.map((row) => ({
    platform: row.platform,
    status: row.status,
    sentBytes: Number(row.sent_bytes),
    message: row.message,
    changedAt: row.changed_at === null ? null : isoTime(row.changed_at),
  }));
}

async function historyOf(db: Database | Tx, id: string) {
  const rows = await db
    .selectFrom('bundle_history')
    .select(['status', 'at', 'note'])
    .where('bundle_id', '=', id)
    .orderBy('at')
    .execute();
  return rows.map(({ status, at, note }) => ({ status, at: isoTime(at), note }));
}

const isoTime = (at: number) => new Date(Number(at)).toISOString();

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
  db: Database | Tx,
  only: { readonly id?: string; readonly before?: number } = {},
): Promise<{ id: string; priority: string }[]> {
  let query = db
    .selectFrom('bundles')
    .select(['id', 'priority'])
    .where('status', '=', 'validating')
    .orderBy('created_at');
  if (only.id !== undefined) query = query.where('id', '=', only.id);
  if (only.before !== undefined) query = query.where('created_at', '<', only.before);
  return query.execute();
}

export async function bundleIds(db: Database | Tx): Promise<string[]> {
  const rows = await db.selectFrom('bundles').select('id').execute();
  return rows.map(({ id }) => id);
}

/** Number and bytes of bundles. */
interface Usage {
  readonly bundles: number;
  readonly bytes: number;
}

export async function usageOf(db: Database | Tx, username: string): Promise<Usage> {
  const row = await db
    .selectFrom('bundles')
    .select(({ fn }) => [fn.countAll().as('bundles'), fn.sum('size').as('bytes')])
    .where('uploaded_by', '=', username)
    .executeTakeFirstOrThrow();
  return { bundles: Number(row.bundles), bytes: Number(row.bytes ?? 0) };
}

/** @returns the bundles of all accounts by status */
export async function usageByStatus(
  db: Database | Tx,
): Promise<(Usage & { readonly status: string })[]> {
  const rows = await db
    .selectFrom('bundles')
    .select(({ fn }) => ['status', fn.countAll().as('bundles'), fn.sum('size').as('bytes')])
    .groupBy('status')
    .execute();
  return rows.map(({ status, bundles, bytes }) => ({
    status,
    bundles: Number(bundles),
    bytes: Number(bytes ?? 0),
  }));
}

/** @param statuses of its targets */
function bundleOf(row: ListedRow, statuses: readonly string[]): Bundle {
  return {
    id: row.id,
    name: row.name,
    size: Number(row.size),
    status: row.status,
    targetPlatforms: JSON.parse(row.target_platforms_json),
    createdAt: isoTime(row.created_at),
    deployment: deploymentOf(statuses),
    ...(row.status === 'failed' && { reason: reasonOf(row.problems_json) }),
  };
}

function reasonOf(problemsJson: string): string | null {
  const [first]: readonly BundleProblem[] = JSON.parse(problemsJson);
  return first?.message ?? null;
}
