import type { Selectable } from 'kysely';
import type { Priority } from '../../contract/limits.ts';
import type {
  Bundle,
  BundleFile,
  BundleProblem,
  BundleStatus,
} from '../../contract/shapes/bundle.ts';
import type { Database, Tx } from './database.ts';
import type { BundleTable } from './schema.ts';

/** Rows of the bundles: what they are called, where they stand, what was found in them. */

export interface NewBundle {
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

export interface Inspected {
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
  readonly history: readonly { readonly status: string; readonly at: string }[];
}

export interface StoredTarget {
  readonly platform: string;
  readonly status: string;
  readonly sentBytes: number;
  readonly message: string | null;
}

const LISTED = [
  'id',
  'name',
  'size',
  'status',
  'target_platforms_json',
  'created_at',
] as const satisfies (keyof BundleTable)[];
type ListedRow = Pick<Selectable<BundleTable>, (typeof LISTED)[number]>;

/** Adds a bundle that waits for its inspection, with its history and its targets. */
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
  await insertHistory(tx, bundle.id, 'validating', bundle.at);
  await insertTargets(tx, bundle);
  return bundleOf(row);
}

async function insertTargets(tx: Tx, { id, targetIds }: NewBundle): Promise<void> {
  if (targetIds.length === 0) return;
  const rows = targetIds.map((platform) => ({
    bundle_id: id,
    platform,
    status: 'waiting',
    sent_bytes: 0,
    message: null,
  }));
  await tx.insertInto('bundle_targets').values(rows).execute();
}

/**
 * Writes what the inspection found.
 *
 * @returns the bundle as it is now; undefined when it was removed or judged meanwhile
 */
export async function judgeBundle(
  tx: Tx,
  id: string,
  found: Inspected,
): Promise<Bundle | undefined> {
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
    .returning(LISTED)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  await insertHistory(tx, id, found.status, found.at);
  return bundleOf(row);
}

async function insertHistory(tx: Tx, id: string, status: string, at: number): Promise<void> {
  await tx.insertInto('bundle_history').values({ bundle_id: id, status, at }).execute();
}

/** @returns every bundle, newest first */
export async function listBundles(db: Database | Tx): Promise<Bundle[]> {
  const rows = await db
    .selectFrom('bundles')
    .select(LISTED)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(bundleOf);
}

export async function findBundle(db: Database | Tx, id: string): Promise<StoredBundle | undefined> {
  const row = await db.selectFrom('bundles').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    bundle: bundleOf(row),
    sha256: row.sha256,
    priority: row.priority,
    uploadedBy: row.uploaded_by,
    problems: JSON.parse(row.problems_json),
    files: JSON.parse(row.files_json),
    fileCount: Number(row.file_count),
    targets: await targetsOf(db, id),
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
  }));
}

async function historyOf(db: Database | Tx, id: string) {
  const rows = await db
    .selectFrom('bundle_history')
    .select(['status', 'at'])
    .where('bundle_id', '=', id)
    .orderBy('at')
    .execute();
  return rows.map(({ status, at }) => ({ status, at: new Date(Number(at)).toISOString() }));
}

/** Removes a bundle and what belongs to it. @returns its name, or undefined when there is none */
export async function deleteBundle(tx: Tx, id: string): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('bundles')
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** @returns the bundles whose inspection has not ended, the oldest first */
export async function unjudgedBundles(
  db: Database | Tx,
): Promise<{ id: string; priority: string }[]> {
  return db
    .selectFrom('bundles')
    .select(['id', 'priority'])
    .where('status', '=', 'validating')
    .orderBy('created_at')
    .execute();
}

export async function bundleIds(db: Database | Tx): Promise<string[]> {
  const rows = await db.selectFrom('bundles').select('id').execute();
  return rows.map(({ id }) => id);
}

/** What one account's bundles take up. */
export interface Usage {
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

/** @returns what all accounts' bundles take up, by status */
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

function bundleOf(row: ListedRow): Bundle {
  return {
    id: row.id,
    name: row.name,
    size: Number(row.size),
    status: row.status,
    targetPlatforms: JSON.parse(row.target_platforms_json),
    createdAt: new Date(Number(row.created_at)).toISOString(),
  };
}
