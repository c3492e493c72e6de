import { sql } from 'kysely';
import { keyOf } from '../../contract/paths.ts';
import type { Activity, Severity } from '../../contract/shapes/activity.ts';
import type { Database, Tx } from './database.ts';
import type { Tell } from './journal.ts';

export interface NewActivity {
  readonly message: string;
  /** `primary` is everything that is neither good nor bad. */
  readonly severity: Severity | 'primary';
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface ActivityPage {
  readonly before?: number | undefined;
  readonly limit: number;
  readonly severity?: string | undefined;
  /** Text that the message holds, in any case. */
  readonly text?: string | undefined;
}

/** Writes one row of the activity log and tells every console of it, in the caller's transaction. */
export async function recordActivity(tx: Tx, tell: Tell, activity: NewActivity): Promise<Activity> {
  const row = await tx
    .insertInto('activity')
    .values({
      message: activity.message,
      severity: activity.severity,
      created_at: activity.at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const recorded = activityOf(row);
  tell(keyOf('activity'), 'prepend', [recorded]);
  return recorded;
}

/** @returns a page of the log, newest first */
export async function listActivity(db: Database | Tx, page: ActivityPage): Promise<Activity[]> {
  let query = db.selectFrom('activity').selectAll().orderBy('id', 'desc').limit(page.limit);
  if (page.before !== undefined) query = query.where('id', '<', page.before);
  if (page.severity !== undefined) query = query.where('severity', '=', page.severity);
  if (page.text) {
    const text = `%${page.text.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    // Kysely's builder has no ESCAPE clause.
    query = query.where(sql<boolean>`lower(message) like ${text} escape '\\'`);
  }
  return (await query.execute()).map(activityOf);
}

function activityOf(row: {
  id: number;
  message: string;
  severity: string;
  created_at: number;
}): Activity {
  return {
    id: Number(row.id),
    message: row.message,
    severity: row.severity,
    createdAt: new Date(Number(row.created_at)).toISOString(),
  };
}
