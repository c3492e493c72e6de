import type { FastifyInstance } from 'fastify';
import { keyOf } from '../../../../contract/paths.ts';
import { httpError } from '../../../base/http-error.ts';
import type { Tx } from '../../../database/database.ts';
import type { NodeBase } from '../../../feature.ts';
import { handle, handleAnything } from '../../../http/handle.ts';
import { rowIdOf } from '../../../http/routes.ts';
import { addressKey } from '../../../limits/address-key.ts';
import { readReport, saveReport } from '../../rows/reports.ts';
import { beginRun, endRun, listRuns, readRunLog } from '../../rows/runs.ts';
import type { OfKind } from '../kind.ts';
import { readReportRequest } from './body.ts';
import { dueAfter, hashOfReport } from './report.ts';

/** Of one platform: a run takes two. */
const REPORTS = { max: 60, windowMs: 60_000, keysMax: 10_000 };
/** Of addresses that nobody has. */
const WRONG_REPORTS = { max: 10, windowMs: 60_000, keysMax: 10_000 };

/** How long a run took, in the history of its platform. */
export interface RunTime {
  readonly platform: string;
  /** When it ended, epoch milliseconds. */
  readonly at: number;
  readonly ms: number;
}

export interface ReportDeps
  extends Pick<NodeBase, 'db' | 'journal' | 'now' | 'limits' | 'platforms'> {
  readonly addRunTime: (tx: Tx, time: RunTime) => Promise<void>;
}

/** Platforms report themselves, to whichever instance. */
export function reportCalls(app: FastifyInstance, deps: ReportDeps): void {
  const { journal, now, limits, platforms, addRunTime } = deps;
  const byPlatform = limits.attempts('report', REPORTS);
  const byAddress = limits.attempts('wrong report', WRONG_REPORTS);
  handleAnything(app, 'report', async (request) => {
    const { secret, '*': behind = '' } = request.params as { secret: string; '*'?: string };
    const hash = hashOfReport(secret);
    const known = platforms.find((one) => one.kind === 'report' && one.secret === hash);
    if (known === undefined) {
      await byAddress.count(addressKey(request.ip));
      throw httpError(404, 'No platform reports itself here.');
    }
    const { id: platform } = known;
    await byPlatform.count(platform);
    // As jobs tell healthchecks.io; it is no sign that they succeed.
    if (behind === 'log') return { message: 'Not counted.' };
    const { status, message, exitStatus, ...run } = await readReportRequest(request, behind);
    const report = { platform, at: now(), ...run };
    // An end and how long it took are stored at once, and so once, whoever leads.
    await journal.commit(async (tx, emit) => {
      emit(keyOf('platformRuns', { id: platform }), 'patch', null);
      if (behind === 'start') return beginRun(tx, report);
      await saveReport(tx, platform, { at: report.at, status, message });
      const state = status === 'down' ? 'fail' : 'success';
      const ms = await endRun(tx, { ...report, state, exitStatus, message });
      if (ms !== null && state === 'success') await addRunTime(tx, { ...report, ms });
    });
    return { message: behind === 'start' ? 'Started.' : 'Reported.' };
  });
  runReads(app, deps);
}

function runReads(app: FastifyInstance, { db, platforms }: ReportDeps): void {
  handle(app, 'platformRuns', async ({ params: { id } }) => {
    const job = platforms.find(
      (one): one is OfKind<'report'> => one.kind === 'report' && one.id === id,
    );
    if (job === undefined) throw httpError(404, 'No such platform reports itself.');
    const report = await readReport(db, id);
    const dueAt = report === undefined ? null : (dueAfter(job, report.at) ?? null);
    return { dueAt, graceSec: job.graceSec, runs: await listRuns(db, id) };
  });
  handle(app, 'platformRun', async ({ params: { id, run } }) => {
    const found = await readRunLog(db, { platform: id, id: rowIdOf(run) });
    if (found === undefined) throw httpError(404, 'This run is not known any more.');
    return found;
  });
}
