import type { Run } from '../../../contract/shapes/run.ts';
import type { Database, Tx } from '../../database/database.ts';

/** Of each platform; those that have not ended are kept beside. */
const KEPT = 50;
/** Of each platform: of more the oldest are lost. */
const RUNNING_MAX = 20;
export const LOG_MAX_BYTES = 10 * 1024;

/** What a job says of a run, with what it sent beside. */
export interface RunReport {
  readonly platform: string;
  /** Which one; null: the one that has no name. */
  readonly rid: string | null;
  /** When it arrived, epoch milliseconds. */
  readonly at: number;
  readonly log: string;
}

interface RunEnd extends RunReport {
  readonly state: 'success' | 'fail';
  readonly exitStatus: number | null;
  readonly message: string;
}

/** Stores that a run began. One of its name that has not ended is lost: only the newest can end. */
export async function beginRun(tx: Tx, { platform, rid, at, log }: RunReport): Promise<void> {
  const before = await runningOf(tx, platform, rid);
  await tx
    .insertInto('jobRuns')
    .values({ platform, rid, state: 'running', startedAt: at, message: '', log: endOfLog(log) })
    .execute();
  const tooMany = await tx
    .selectFrom('jobRuns')
    .select('id')
    .where((eb) => eb.and({ platform, state: 'running' }))
    .orderBy('id', 'desc')
    .limit(RUNNING_MAX)
    .offset(RUNNING_MAX)
    .execute();
  const lost = [...(before ? [before] : []), ...tooMany].map(({ id }) => id);
  if (lost.length > 0)
    await tx.updateTable('jobRuns').set({ state: 'lost' }).where('id', 'in', lost).execute();
  await dropOldRuns(tx, platform);
}

/**
 * Stores that a run ended. An end without a beginning is a run of its own, and so is a second one.
 *
 * @returns how long it took, milliseconds; null: it did not say when it began, or the clock was set back since
 */
export async function endRun(tx: Tx, end: RunEnd): Promise<number | null> {
  const { platform, rid, at: endedAt, state, exitStatus, message } = end;
  const run = await runningOf(tx, platform, rid);
  const log = endOfLog([run?.log, end.log].filter(Boolean).join('\n'));
  const ended = { state, endedAt, exitStatus, message, log };
  if (run) await tx.updateTable('jobRuns').set(ended).where('id', '=', run.id).execute();
  else
    await tx
      .insertInto('jobRuns')
      .values({ platform, rid, ...ended })
      .execute();
  await dropOldRuns(tx, platform);
  return tookMs({ startedAt: run?.startedAt ?? null, endedAt });
}

const runningOf = (tx: Tx, platform: string, rid: string | null) =>
  tx
    .selectFrom('jobRuns')
    .select(['id', 'startedAt', 'log'])
    .where((eb) => eb.and({ platform, state: 'running' }))
    .where('rid', rid === null ? 'is' : '=', rid)
    .orderBy('id', 'desc')
    .executeTakeFirst();

async function dropOldRuns(tx: Tx, platform: string): Promise<void> {
  const tooOld = await tx
    .selectFrom('jobRuns')
    .select('id')
    .where('platform', '=', platform)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(KEPT)
    .executeTakeFirst();
  if (tooOld === undefined) return;
  await tx
    .deleteFrom('jobRuns')
    .where('platform', '=', platform)
    .where('id', '<=', tooOld.id)
    .where('state', '!=', 'running')
    .execute();
}

function tookMs({ startedAt, endedAt }: Pick<Run, 'startedAt' | 'endedAt'>): number | null {
  if (startedAt === null || endedAt === null || endedAt < startedAt) return null;
  return endedAt - startedAt;
}

/** @returns as much of its end as is kept, from the beginning of a character on */
export function endOfLog(text: string): string {
  const bytes = Buffer.from(text);
  const end = bytes.subarray(Math.max(0, bytes.length - LOG_MAX_BYTES)).toString();
  return end.replace(/^\uFFFD+/, '');
}

/** @returns when those began that have not ended, and how long the last successful one took, as far as that is known */
export async function readRunTimes(db: Database, platform: string) {
  const running = await db
    .selectFrom('jobRuns')
    .select('startedAt')
    .where((eb) => eb.and({ platform, state: 'running' }))
    .execute();
  const last = await db
    .selectFrom('jobRuns')
    .select(['startedAt', 'endedAt'])
    .where((eb) => eb.and({ platform, state: 'success' }))
    .orderBy('endedAt', 'desc')
    .executeTakeFirst();
  return {
    running: running.flatMap(({ startedAt }) => startedAt ?? []),
    lastMs: last === undefined ? null : tookMs(last),
  };
}

/** @returns the last ones, newest first */
export async function listRuns(db: Database, platform: string): Promise<Run[]> {
  const rows = await db
    .selectFrom('jobRuns')
    .select(['id', 'rid', 'state', 'startedAt', 'endedAt', 'exitStatus', 'message'])
    .select((eb) => eb('log', '!=', '').as('hasLog'))
    .where('platform', '=', platform)
    .orderBy('id', 'desc')
    .limit(KEPT)
    .execute();
  return rows.map((row) => ({ ...row, hasLog: Boolean(row.hasLog) }));
}

/** @returns what is kept of what was sent with it; undefined: there is no such run */
export const readRunLog = (
  db: Database,
  { platform, id }: { readonly platform: string; readonly id: number },
): Promise<{ id: number; log: string } | undefined> =>
  db
    .selectFrom('jobRuns')
    .select(['id', 'log'])
    .where((eb) => eb.and({ platform, id }))
    .executeTakeFirst();
