import type { Database, Tx } from '../../database/database.ts';

/** What a platform said of itself. */
export interface Report {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly status: string;
  readonly message: string;
}

/** @returns the last one; undefined: there was none */
export async function readReport(db: Database, platform: string): Promise<Report | undefined> {
  const row = await db
    .selectFrom('platforms')
    .select(['reportedAt', 'reportStatus', 'reportMessage'])
    .where('id', '=', platform)
    .executeTakeFirst();
  if (row === undefined || row.reportedAt === null) return undefined;
  const { reportedAt: at, reportStatus, reportMessage } = row;
  return { at, status: reportStatus ?? 'up', message: reportMessage ?? '' };
}

/** A report that is later than now is of before the clock was set back: it counts from now on. */
export async function countReportFrom(tx: Tx, platform: string, now: number): Promise<void> {
  await tx
    .updateTable('platforms')
    .set({ reportedAt: now })
    .where('id', '=', platform)
    .where('reportedAt', '>', now)
    .execute();
}

export async function saveReport(tx: Tx, platform: string, report: Report): Promise<void> {
  const { at: reportedAt, status: reportStatus, message: reportMessage } = report;
  await tx
    .updateTable('platforms')
    .set({ reportedAt, reportStatus, reportMessage })
    .where('id', '=', platform)
    .execute();
}
