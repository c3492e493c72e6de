import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Run } from '../../../../contract/shapes/run.ts';
import {
  createJobRig,
  GRACE_SEC,
  type JobRig,
  PLATFORMS,
} from '../../../../tests/server/platforms/job-rig.ts';

const A = '018f3b7a-0000-7000-8000-00000000000a';
const B = '018F3B7A-0000-7000-8000-00000000000B';

let rig: JobRig;
beforeAll(async () => {
  rig = await createJobRig();
});
afterAll(() => rig.close());

describe('a run', () => {
  test('that begins and ends has a time, a log, an exit status, and is the latency of its platform', async () => {
    const { id, say, runs, probed } = await rig.addJob();
    expect(await say('/start', 'begins')).toBe(200);
    expect(await runs()).toMatchObject([{ state: 'running', startedAt: rig.now(), endedAt: null }]);
    rig.wait(90);
    await say('/0', 'line\r\n\u001b[31mred\u001b[0m\u0000\n');
    const [run] = await runs();
    expect(run).toMatchObject({
      state: 'success',
      endedAt: rig.now(),
      exitStatus: 0,
      hasLog: true,
    });
    expect((await rig.get(`${PLATFORMS}/${id}/runs/${run?.id}`)).log).toBe('begins\nline\nred');
    await probed({ status: 'connected', latencyMs: 90_000 });
    const { slots } = await rig.get(`${PLATFORMS}/${id}/history/1h`);
    const measured = slots.filter((slot: { latencyMs: number | null }) => slot.latencyMs !== null);
    expect(measured).toMatchObject([{ minMs: 90_000, maxMs: 90_000 }]);
    rig.wait(30);
    await say('/start');
    rig.wait(1);
    await say('/3', 'no space left');
    expect((await runs())[0]).toMatchObject({ state: 'fail', exitStatus: 3 });
    await probed({ status: 'error', failure: 'reported: exit status 3' });
  });

  test('that does not end in time is down until one succeeds', async () => {
    const { say, runs, probed } = await rig.addJob();
    await say('/start');
    await probed({ status: 'unknown' });
    rig.wait(GRACE_SEC + 1);
    await probed({ status: 'error', failure: 'a run has begun and not ended in time' });
    await say(`?rid=${A}`);
    await probed({ status: 'connected' });
    await say();
    expect((await runs()).map(({ state }) => state)).toEqual(['success', 'success']);
  });

  test('is told from another at once by its name, and lost where its name begins again', async () => {
    const { say, runs } = await rig.addJob();
    await say(`/start?rid=${A}`);
    rig.wait(10);
    await say(`/start?rid=${B}`);
    rig.wait(10);
    await say(`/0?rid=${A}`);
    rig.wait(10);
    await say(`/fail?rid=${B.toLowerCase()}&message=disk+full`);
    await say(`/start?rid=${A}`);
    await say(`/start?rid=${A}`);
    const took = ({ startedAt, endedAt, state, message }: Run) => ({
      ...{ state, message },
      sec: endedAt === null || startedAt === null ? null : (endedAt - startedAt) / 1000,
    });
    expect((await runs()).map(took).reverse()).toEqual([
      { state: 'success', message: '', sec: 20 },
      { state: 'fail', message: 'disk full', sec: 20 },
      { state: 'lost', message: '', sec: null },
      { state: 'running', message: '', sec: null },
    ]);
    expect(await say('/start?rid=mine')).toBe(400);
  });

  test('has the last 10 KB of a body of any size, and few of many are kept', async () => {
    const { id, say, runs } = await rig.addJob();
    await say('', `${'é'.repeat(300_000)} the end`);
    const [run] = await runs();
    const { log } = await rig.get(`${PLATFORMS}/${id}/runs/${run?.id}`);
    expect(log).toMatch(/^é{5000,5116} the end$/);
    for (let i = 0; i < 30; i += 1) {
      rig.wait(60);
      const rid = (end: string) => `?rid=018f3b7a-0000-7000-8000-0000000000${end}`;
      await say(`/start${rid(String(10 + i))}`);
      for (const end of ['', '', '']) await say(end);
    }
    const states = (await runs()).map(({ state }) => state);
    expect(states).toHaveLength(50);
    const stored = rig.db().selectFrom('jobRuns').select('state');
    const open = await stored.where('platform', '=', id).where('state', '=', 'running').execute();
    expect(open).toHaveLength(20);
    expect(await rig.get(`${PLATFORMS}/${id}/runs/0`)).toMatchObject({ status: 404 });
  });
});

describe('by cron', () => {
  test('it is due by the clocks of its time zone', async () => {
    const { id, say, probed } = await rig.addJob({ cron: '30 2 * * *', timeZone: 'Asia/Tokyo' });
    rig.nextDay();
    await say();
    expect((await rig.get(`${PLATFORMS}/${id}/runs`)).dueAt).toBe(rig.now() + 17.5 * 3_600_000);
    rig.wait(17.5 * 3600 + GRACE_SEC);
    await probed({ status: 'connected' });
    rig.wait(1);
    await probed({ status: 'error', failure: 'has not reported itself in time' });
    rig.nextDay();
    rig.wait(17.5 * 3600 - 10);
    await say();
    expect((await rig.get(`${PLATFORMS}/${id}/runs`)).dueAt).toBe(
      rig.now() + 24 * 3_600_000 + 10_000,
    );
  });

  test.each([
    [{ cron: '61 2 * * *' }, 'cron must be five fields that come due, such as 30 2 * * *.'],
    [{ cron: '0 0 30 2 *' }, 'cron must be five fields that come due, such as 30 2 * * *.'],
    [
      { cron: '2099-12-01T00:00:00' },
      'cron must be five fields that come due, such as 30 2 * * *.',
    ],
    [{ cron: '@daily', timeZone: 'Mars/Base' }, 'timeZone must be a name such as Europe/Berlin.'],
    [{ cron: '@daily', everySec: 60 }, 'everySec or cron has to say when it calls, and not both.'],
    [{}, 'everySec or cron has to say when it calls, and not both.'],
  ])('%j is refused with a sentence', async (when, message) => {
    expect((await rig.addJob(when)).message).toBe(message);
  });
});
