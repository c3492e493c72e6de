import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LINES_TYPE, pathOf } from '../../contract/paths.ts';
import { httpError } from '../base/http-error.ts';
import type { NodeBase } from '../feature.ts';
import { handle, handleAnything } from '../http/handle.ts';
import { addressKey } from '../limits/address-key.ts';
import { readReportRequest } from './kinds/report/body.ts';
import { hashOfReport } from './kinds/report/report.ts';
import type { PlatformChanges } from './platform-changes.ts';
import { saveReport } from './rows/reports.ts';
import { type PlatformTestDeps, testPlatform } from './test-platform.ts';

/** Each test calls what the account says. */
const TESTS = { max: 30, windowMs: 60_000, keysMax: 10_000 };
const REPORTS = { max: 30, windowMs: 60_000, keysMax: 10_000 };
/** Of addresses that nobody has. */
const WRONG_REPORTS = { max: 10, windowMs: 60_000, keysMax: 10_000 };

const reportPath = (secret: string | null) => secret && pathOf('report', { secret });

/** Which platforms there are. */
export function platformCalls(app: FastifyInstance, changes: PlatformChanges): void {
  handle(app, 'platforms', () => changes.list());
  handle(app, 'exportPlatforms', ({ reply }) =>
    reply
      .header('content-disposition', 'attachment; filename="mesh.config.json"')
      .type('application/json')
      .send(`${JSON.stringify(changes.file(), null, 2)}\n`),
  );
  handle(app, 'addPlatform', async ({ payload, account, request }) => {
    const { id, report } = await changes.add(payload);
    request.log.info({ account: account.id, platform: id }, 'platform added');
    return { message: `${payload.name} was added.`, id, report: reportPath(report) };
  });
  handle(app, 'importPlatforms', async ({ payload: { platforms, dry }, account, request }) => {
    const planned = await (dry ? changes.planImport(platforms) : changes.import(platforms));
    const rows = planned.map(({ definition, reason, report }) => ({
      id: definition?.id ?? null,
      reason,
      report: dry ? null : reportPath(report),
    }));
    const count = rows.filter(({ id }) => id !== null).length;
    if (!dry) request.log.info({ account: account.id, count }, 'platforms imported');
    return { message: `${count} of ${rows.length} ${dry ? 'can be' : 'were'} added.`, rows };
  });
  handle(app, 'changePlatform', async ({ params: { id }, payload, account, request }) => {
    const { report } = await changes.change(id, payload);
    request.log.info({ account: account.id, platform: id }, 'platform changed');
    return { message: `${payload.name} was changed.`, id, report: reportPath(report) };
  });
  handle(app, 'pausePlatform', async ({ params: { id }, payload: { paused } }) => {
    const name = await changes.pause(id, paused);
    return { message: paused ? `${name} is paused.` : `${name} is probed again.` };
  });
  handle(app, 'orderPlatforms', async ({ payload: { ids } }) => {
    await changes.order(ids);
    return { message: 'The platforms have a new order.' };
  });
  handle(app, 'removePlatform', async ({ params: { id }, payload, account, request }) => {
    const name = await changes.remove(id, payload.history);
    request.log.info({ account: account.id, platform: id }, 'platform removed');
    return { message: `${name} was removed.` };
  });
}

/** Probes what is not added yet. */
export function testCalls(
  app: FastifyInstance,
  deps: PlatformTestDeps & Pick<NodeBase, 'limits'>,
): void {
  const byAccount = deps.limits.attempts('platform test', TESTS);
  handle(app, 'testPlatform', async ({ payload: { platform, id }, account, request, reply }) => {
    await byAccount.count(account.id);
    const test = testPlatform(deps, platform, id);
    if (request.headers.accept !== LINES_TYPE) return test(() => undefined);
    const lines = new PassThrough();
    const write = (line: object) => void lines.write(`${JSON.stringify(line)}\n`);
    test(write).then(
      (answer) => lines.end(JSON.stringify(answer)),
      (error) => lines.destroy(error),
    );
    // A proxy would hold them back.
    return reply.type(LINES_TYPE).header('x-accel-buffering', 'no').send(lines);
  });
}

/** Platforms report themselves, to whichever instance. */
export function reportCalls(
  app: FastifyInstance,
  { journal, now, limits, platforms }: Pick<NodeBase, 'journal' | 'now' | 'limits' | 'platforms'>,
): void {
  const byPlatform = limits.attempts('report', REPORTS);
  const byAddress = limits.attempts('wrong report', WRONG_REPORTS);
  handleAnything(app, 'report', async (request) => {
    const { secret, '*': behind = '' } = request.params as { secret: string; '*'?: string };
    const hash = hashOfReport(secret);
    const platform = platforms.find((one) => one.kind === 'report' && one.secret === hash);
    if (platform === undefined) {
      await byAddress.count(addressKey(request.ip));
      throw httpError(404, 'No platform reports itself here.');
    }
    await byPlatform.count(platform.id);
    // As jobs tell healthchecks.io; it is no sign that they succeed.
    if (behind === 'start' || behind === 'log') return { message: 'Not counted.' };
    const said = await readReportRequest(request, behind);
    await journal.commit((tx) => saveReport(tx, platform.id, { at: now(), ...said }));
    return { message: 'Reported.' };
  });
}
