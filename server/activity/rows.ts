import type { SelectQueryBuilder } from 'kysely';
import { SEVERITIES, type Severity } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { QueryOf } from '../../contract/sent.ts';
import type { Activity } from '../../contract/shapes/activity.ts';
import type { Database, Tx } from '../database/database.ts';
import type { Emit } from '../database/journal.ts';
import type { Row, Tables } from '../database/schema.ts';
import { containsText, newestFirst } from '../database/text-search.ts';

export interface NewActivity {
  readonly message: string;
  /** `primary`: neither good nor bad. */
  readonly severity: Severity | 'primary';
  /** Epoch milliseconds. */
  readonly at: number;
  /** Id of the platform that the row is about, if it is about one. */
  readonly platform?: string;
}

/** Writes one row of the activity log and its live message, in the caller's transaction. */
export async function recordActivity(tx: Tx, emit: Emit, activity: NewActivity): Promise<Activity> {
  const row = await tx
    .insertInto('activity')
    .values({
      message: activity.message,
      severity: activity.severity,
      createdAt: activity.at,
      platform: activity.platform ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const recorded = activityOf(row);
  emit(keyOf('activity'), 'prepend', [recorded]);
  return recorded;
}

interface ActivityFilter extends Omit<QueryOf<'activity'>, 'platform'> {
  readonly limit: number;
  /** Their ids; undefined: any, and rows about none. */
  readonly platforms?: readonly string[] | undefined;
}

/** @returns a page of the log, newest first; with `after` oldest first */
export async function listActivity(db: Database, filter: ActivityFilter): Promise<Activity[]> {
  const { before, after, severity, q, platforms, from, to } = filter;
  if (platforms?.length === 0) return [];
  const order = after === undefined ? 'desc' : 'asc';
  let query = db.selectFrom('activity').selectAll().orderBy('id', order);
  if (platforms !== undefined) query = query.where('platform', 'in', platforms);
  if (from !== undefined) query = query.where('createdAt', '>=', from);
  if (to !== undefined) query = query.where('createdAt', '<', to);
  if (severity) query = whereSeverity(query, severity.split(','));
  if (q) query = query.where(containsText(['message'], q));
  const { limit } = filter;
  const rows =
    after === undefined
      ? await newestFirst(db, { table: 'activity', before, limit }, (slice, count) =>
          query.where(slice).limit(count).execute(),
        )
      : await query
          .where('id', '>', after)
          .$if(before !== undefined, (some) => some.where('id', '<', before ?? 0))
          .limit(limit)
          .execute();
  return rows.map(activityOf);
}

/**
 * Deletes rows from before, and the oldest beyond so many, at most `limit`: the rest is for the next time.
 *
 * @param at now: a row from when a clock was ahead holds up nothing
 */
export async function dropActivity(
  tx: Tx,
  { at, before, rows, limit }: { at: number; before: number; rows: number; limit: number },
): Promise<void> {
  const ids = tx.selectFrom('activity').select('id').limit(1);
  const newest = (await ids.orderBy('id', 'desc').executeTakeFirst())?.id ?? 0;
  const aged = ids.orderBy('id').where('createdAt', '<=', at);
  const oldest = (await aged.executeTakeFirst())?.id ?? 0;
  await tx
    .deleteFrom('activity')
    .where('id', '<', oldest + limit)
    .where((eb) => eb.or([eb('createdAt', '<', before), eb('id', '<=', newest - rows)]))
    .execute();
}

type ActivityQueryBuilder<Row> = SelectQueryBuilder<Tables, 'activity', Row>;

function whereSeverity<Row>(query: ActivityQueryBuilder<Row>, severities: readonly string[]) {
  const withInfo = severities.includes('info') || severities.includes('primary');
  return query.where((eb) =>
    eb.or([
      eb('severity', 'in', [...severities]),
      ...(withInfo ? [eb('severity', 'not in', [...SEVERITIES])] : []),
    ]),
  );
}

/** A row about no single platform has exactly the fields of the specification. */
const activityOf = (row: Row<'activity'>): Activity => ({
  id: row.id,
  message: row.message,
  severity: row.severity,
  createdAt: new Date(row.createdAt).toISOString(),
  ...(row.platform !== null && { platform: row.platform }),
});
