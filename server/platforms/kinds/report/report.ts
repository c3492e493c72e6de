import { createHash, randomBytes } from 'node:crypto';
import { durationText } from '../../../base/duration-text.ts';
import { found } from '../../../outgoing/failure.ts';
import { countReportFrom, readReport } from '../../rows/reports.ts';
import type { Kind, OfKind } from '../kind.ts';

const SECRET_BYTES = 24;

/** What is stored of a secret that is too long to be guessed. */
export const hashOfReport = (secret: string): string =>
  `sha256:${createHash('sha256').update(secret).digest('hex')}`;

/** What reports itself is up while it calls an address that only it knows, in time. */
export const report: Kind<OfKind<'report'>> = {
  target: ({ everySec }) => `reports itself every ${durationText(everySec * 1000)}`,
  async probe({ id, everySec, graceSec }, { db, journal, now }) {
    const report = await readReport(db, id);
    if (report === undefined) return null;
    if (report.status === 'down')
      return { answered: false, failure: found(`reported: ${report.message || 'down'}`) };
    const at = now();
    if (report.at > at) await journal.commit((tx) => countReportFrom(tx, id, at));
    const isLate = at - report.at > (everySec + graceSec) * 1000;
    return isLate
      ? { answered: false, failure: 'not-reported' }
      : { answered: true, latencyMs: null };
  },
  secrets: {
    isKept: () => true,
    stored(_platform, { renew }, before) {
      if (before?.secret !== undefined && !renew) return { secret: before.secret, report: null };
      const report = randomBytes(SECRET_BYTES).toString('base64url');
      return { secret: hashOfReport(report), report };
    },
  },
};
