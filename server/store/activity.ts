import type { SelectQueryBuilder } from 'kysely';
import { SEVERITIES, type Severity } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import type { Activity } from '../../contract/shapes/activity.ts';
import type { Database, Tx } from './database.ts';
import type { Emit } from './journal.ts';
import type { Tables } from './schema.ts';
import { containsText } from './text-search.ts';

export interface NewActivity {
  readonly message: string;
  /** `primary`: neither good nor bad. */
  readonly severity: Severity | 'primary';
  /** Epoch milliseconds. */
  readonly at: number;
  /** Id of the platform that the row is about, if it is about one. */
  readonly platform?: string;
}

/** All filters apply together. */
interface ActivityFilter {
  readonly limit: number;
  /** Only rows with a smaller id. */
  readonly before?: number | undefined;
  /** Only rows with a larger id, the oldest first. */
  readonly after?: number | undefined;
  /** Severities with commas between them; `info` and `primary` are all that are not in the contract's list. */
  readonly severity?: string | undefined;
  /** Text in the message, in any case. */
  readonly text?: string | undefined;
  readonly platform?: string | undefined;
  /** Epoch milliseconds: from inclusive, to exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** Writes one row of the activity log and its live message, in the caller's transaction. */
export async function recordActivity(tx: Tx, emit: Emit, activity: NewActivity): Promise<Activity> {
  const row = await tx
    .insertInto('activity')
    .values({
      message: activity.message,
      severity: activity.severity,
      created_at: activity.at,
      platform: activity.platform ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const recorded = activityOf(row);
  emit(keyOf('activity'), 'prepend', [recorded]);
  return recorded;
}

/** @returns a page of the log, newest first; with `after` oldest first */
export async function listActivity(db: Database | Tx, filter: ActivityFilter): Promise<Activity[]> {
  const { before, after, severity, text, platform, from, to } = filter;
  const order = after === undefined ? 'desc' : 'asc';
  let query = db.selectFrom('activity').selectAll().orderBy('id', order).limit(filter.limit);
  if (after !== undefined) query = query.where('id', '>', after);
  if (before !== undefined) query = query.where('id', '<', before);
  if (platform !== undefined) query = query.where('platform', '=', platform);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<', to);
  if (severity) query = whereSeverity(query, severity.split(','));
  if (text) query = query.where(containsText(['message'], text));
  return (await query.execute()).map(activityOf);
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
function activityOf(row: {
  id: number;
  message: string;
  severity: string;
  created_at: number;
  platform: string | null;
}): Activity {
  return {
    id: Number(row.id),
    message: row.message,
    severity: row.severity,
    createdAt: new Date(Number(row.created_at)).toISOString(),
    ...(row.platform !== null && { platform: row.platform }),
  };
}
