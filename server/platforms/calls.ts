import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LINES_TYPE, pathOf } from '../../contract/paths.ts';
import type { NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import type { PlatformChanges } from './platform-changes.ts';
import { type PlatformTestDeps, testPlatform } from './test-platform.ts';

/** Each test calls what the account says. */
const TESTS = { max: 30, windowMs: 60_000, keysMax: 10_000 };

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
