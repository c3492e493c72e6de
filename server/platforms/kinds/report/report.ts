import { createHash, randomBytes } from 'node:crypto';
import { nextTime } from '../../../../contract/kinds/cron.ts';
import { durationText } from '../../../base/duration-text.ts';
import { found } from '../../../outgoing/failure.ts';
import { countReportFrom, readReport } from '../../rows/reports.ts';
import { readRunTimes } from '../../rows/runs.ts';
import type { Kind, OfKind } from '../kind.ts';

const SECRET_BYTES = 24;

/** In the address that somebody reports at: too long to be guessed. */
export const newReportSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

/** What is stored of a secret that is too long to be guessed. */
export const hashOfReport = (secret: string): string =>
  `sha256:${createHash('sha256').update(secret).digest('hex')}`;

/** The clock of a job may be so much ahead: what it says shortly before its time is of that time. */
const CLOCK_AHEAD_MS = 10_000;

/** @returns when the success after one at `at` is due; undefined: never */
export const dueAfter = (
  { everySec, cron, timeZone }: Pick<OfKind<'report'>, 'everySec' | 'cron' | 'timeZone'>,
  at: number,
): number | undefined =>
  cron === undefined
    ? at + (everySec ?? 0) * 1000
    : nextTime({ cron, timeZone }, at + CLOCK_AHEAD_MS);

/** What reports itself is up while it calls an address that only it knows, in time. */
export const report: Kind<OfKind<'report'>> = {
  target: ({ everySec = 0, cron, timeZone = 'UTC' }) =>
    cron
      ? `reports itself by cron: ${cron} (${timeZone})`
      : `reports itself every ${durationText(everySec * 1000)}`,
  async probe({ graceSec, ...job }, { db, journal, now }) {
    const { id } = job;
    const report = await readReport(db, id);
    if (report?.status === 'down')
      return { answered: false, failure: found(`reported: ${report.message || 'down'}`) };
    const at = now();
    if (report && report.at > at) await journal.commit((tx) => countReportFrom(tx, id, at));
    const graceMs = graceSec * 1000;
    const { running, lastMs } = await readRunTimes(db, id);
    const succeededAt = report?.at ?? 0;
    // A success after that says that the job works, whatever became of the run.
    const isOverdue = (end: number) => end < at && end > succeededAt;
    if (running.some((startedAt) => isOverdue(startedAt + graceMs)))
      return { answered: false, failure: 'not-ended' };
    if (report === undefined) return null;
    const dueAt = dueAfter(job, Math.min(report.at, at)) ?? Infinity;
    return at > dueAt + graceMs
      ? { answered: false, failure: 'not-reported' }
      : { answered: true, latencyMs: null, lastRunMs: lastMs };
  },
  secrets: {
    isKept: () => true,
    stored(_platform, { renew }, before) {
      if (before?.secret !== undefined && !renew) return { secret: before.secret, report: null };
      const report = newReportSecret();
      return { secret: hashOfReport(report), report };
    },
  },
};
