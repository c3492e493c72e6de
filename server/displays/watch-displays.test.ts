import { expect, onTestFinished, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { openDisplay } from '../../tests/server/displays/screen.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createClock } from '../base/clock.ts';
import { createLoops, type Loop, type Loops } from '../base/loop.ts';
import { isExpected, troubleOf } from './display-trouble.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const REPORT = {
  ...{ startedAt: NOW - 3_600_000, reload: 'opened', paintedAt: NOW, verdict: 'Mesh Active' },
  ...{ hash: '0badcafe', dataAt: NOW, skewMs: 0, workers: 0, memoryBytes: null },
};

const DISPLAY = {
  watch: { alert: false, hours: null },
  report: { ...REPORT, at: NOW, restarts: 0 },
  seenAt: NOW - 3_600_000,
  build: 'c',
};
const STATE = {
  now: NOW,
  watchedSince: NOW - 3_600_000,
  connected: true,
  builds: ['c', 'b', 'a'],
};
const reported = (report: Partial<typeof DISPLAY.report>) => ({
  report: { ...DISPLAY.report, ...report },
});
const silent = { connected: false, now: NOW + 4 * MINUTE_MS };

test.each([
  ['is well', {}, {}, null],
  ['was never there', { report: null, seenAt: null }, { connected: false }, null],
  ['is of a release that says nothing', { report: null }, {}, null],
  ['away for less than 3 minutes', {}, { connected: false, now: NOW + 2 * MINUTE_MS }, null],
  ['away', {}, silent, 'has given no sign of life since 12:00 UTC'],
  ['away while this node was', {}, { ...silent, watchedSince: silent.now - MINUTE_MS }, null],
  [
    'frozen',
    reported({ paintedAt: NOW - 2 * MINUTE_MS }),
    {},
    'has painted nothing since 11:58 UTC',
  ],
  ['old', reported({ dataAt: NOW - 10 * MINUTE_MS }), {}, 'shows what was true at 11:50 UTC'],
  ['one release behind', { build: 'b' }, {}, null],
  ['two releases behind', { build: 'a' }, {}, 'runs version a, two behind'],
  ['off', reported({ skewMs: -10 * MINUTE_MS }), {}, 'has a clock that is off by 10 min'],
])('a display that %s', (_, display, state, text) => {
  expect(troubleOf({ ...DISPLAY, ...display }, { ...STATE, ...state })?.text ?? null).toBe(text);
});

test('a display is expected within its hours, when it has had time to be switched on', () => {
  const hours = { from: '08:00', to: '18:00', timeZone: 'UTC' };
  const expected = (time: string) => isExpected(hours, Date.parse(`2026-11-30T${time}:00Z`));
  const times = ['07:59', '08:02', '08:04', '17:59', '18:00'];
  expect(times.map(expected)).toEqual([false, false, true, true, false]);
});

test('one whose page hangs is a notice, an incident where its card says so, and both end', async () => {
  const { server, cookie, look } = await start();
  const get = async (path: string) => (await server.call(path, { cookie })).json();
  const titles = async (path: string, field = 'title'): Promise<string[]> =>
    (await get(path)).map((row: Record<string, string>) => row[field]);
  const screen = await openDisplay(server, 'Hall', cookie);
  const report = async (change: Partial<typeof REPORT>) => {
    const said = { ...REPORT, build: 'build-1', ...change };
    const json = { ...said, paintedAt: Date.now(), dataAt: Date.now(), ...change };
    const answer = await server.call('/api/displays/report', { cookie: screen.cookie, json });
    expect(answer.status).toBe(200);
  };
  const [{ id }] = await get('/api/displays');

  await report({ paintedAt: Date.now() - 5 * MINUTE_MS, startedAt: NOW });
  look();
  const trouble = /^Display Hall has painted nothing since \d\d:\d\d UTC$/;
  const back = 'Display Hall is well again';
  await expect.poll(() => titles('/api/notifications')).toEqual([expect.stringMatching(trouble)]);
  expect(await titles('/api/activity/logs', 'message')).toContainEqual(
    expect.stringMatching(trouble),
  );
  expect(await get('/api/incidents')).toEqual([]);

  const watch = { alert: true, hours: null };
  const path = `/api/displays/${id}/watch`;
  expect((await server.call(path, { cookie, json: watch })).status).toBe(200);
  look();
  const incidents = () => get('/api/incidents');
  const of = { openedBy: 'Meridian', scope: 'display' };
  const open = { ...of, cause: expect.stringMatching(trouble), endedAt: null };
  await expect.poll(incidents).toMatchObject([open]);
  expect(await get('/api/displays')).toMatchObject([
    { trouble: { kind: 'frozen' }, watch, report: { restarts: 0, verdict: 'Mesh Active' } },
  ]);

  await report({ startedAt: NOW + MINUTE_MS });
  look();
  await expect.poll(incidents).toMatchObject([{ endedAt: expect.any(Number) }]);
  expect(await titles('/api/notifications')).toEqual([back, expect.stringMatching(trouble)]);
  expect(await get('/api/displays')).toMatchObject([{ trouble: null, report: { restarts: 1 } }]);

  // Nobody looks after a display that is gone.
  await report({ paintedAt: Date.now() - 5 * MINUTE_MS });
  look();
  await expect.poll(incidents).toMatchObject([open, {}]);
  expect((await server.call(`/api/displays/${id}`, { cookie, method: 'DELETE' })).status).toBe(200);
  expect((await incidents())[0].endedAt).not.toBeNull();
});

/** @returns a server, and what makes it look at its displays at once */
async function start(): Promise<{ server: TestServer; cookie: string; look: () => void }> {
  const loops = createLoops(createClock());
  const named = new Map<string, Loop>();
  const repeat: Loops['repeat'] = (options, run) => {
    const loop = loops.repeat(options, run);
    named.set(options.name, loop);
    return loop;
  };
  const server = await startServer({ alone: true, loops: { ...loops, repeat } });
  onTestFinished(server.close);
  const { cookie } = await server.signUp();
  return { server, cookie, look: () => named.get('watch the displays')?.wake() };
}
