import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';
import type { PlatformHistory } from '../../contract/shapes/mesh.ts';
import {
  gauge,
  hostRequest,
  pointOf,
  requestOf,
  sum,
} from '../../tests/server/hosts/otlp-samples.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { lookAtClock } from '../database/pruning-time.ts';

const START = Date.UTC(2026, 10, 26, 12);
const PLATFORMS = '/api/mesh/platforms';

let now = START;
let server: TestServer;
let cookie: string;
let password: string;
beforeAll(async () => {
  server = await startServer({ alone: true, now: () => now });
  ({ cookie, password } = await server.signUp());
});
afterAll(() => server.close());

/** The host of a platform of each test's own, and the path of its address. */
let id: string;
let path: string;
beforeEach(async () => {
  const name = `Gateway ${now}`;
  ({ id } = await post(PLATFORMS, { kind: 'report', name, everySec: 60, tags: ['host'] }));
  path = `${(await changeHost({ renew: true })).report}/v1/metrics`;
  now += 2 * HOUR_MS;
});

const get = async (of: string) => (await server.call(of, { cookie })).json();
const post = async (to: string, json: unknown) => {
  const answer = await server.call(to, { cookie, json });
  expect(answer.status).toBe(200);
  return answer.json();
};
const host = () => get(`${PLATFORMS}/${id}/host`);
const changeHost = (json: unknown) => post(`${PLATFORMS}/${id}/host`, json);
const send = (json: unknown) => post(path, json);
const valuesOf = async () => {
  const { series } = await host();
  return Object.fromEntries(
    series.map(({ measure, name, value }: Record<string, string>) => [
      `${measure} ${name}`.trim(),
      value,
    ]),
  );
};
const incidents = async (): Promise<Record<string, unknown>[]> =>
  get(`/api/incidents?platform=${id}`);

test.each(['old', 'new'] as const)(
  'a collector with %s names of attributes: values, rates, and what was not taken',
  async (names) => {
    const first = await send(hostRequest(names, { at: now, busy: 100, idle: 900, received: 5000 }));
    expect(first).toEqual({
      partialSuccess: {
        rejectedDataPoints: '1',
        errorMessage: '1 data points were not taken: 1 of metrics that are not used here.',
      },
    });
    now += 15_000;
    await send(hostRequest(names, { at: now, busy: 103, idle: 909, received: 35_000 }));
    expect(await valuesOf()).toEqual({
      cpu: expect.closeTo(25),
      memory: 25,
      'filesystem /': 50,
      paging: 0,
      'network eth0 receive': 2,
      'network eth0 transmit': 0,
      'temperature nvme': 40,
      uptime: 86_400,
    });
    const text = await (await server.call('/metrics', { cookie })).text();
    const labels = `platform="${id}",name="${id.replace('gateway-', 'Gateway ')}",kind="report",group=""`;
    expect(text).toContain(`meridian_host_filesystem_ratio{${labels},of="/"} 0.5`);
    expect(text).toContain(`meridian_host_temperature_celsius{${labels},of="nvme"} 40`);
  },
);

test('values roll up into the slots of every range, and old spans are dropped', async () => {
  for (const [celsius, after] of [
    [40, 0],
    [60, 15_000],
    [50, 2 * MINUTE_MS],
  ] as const) {
    now += after;
    await send(
      requestOf([gauge('hw.temperature', [pointOf(celsius, { 'hw.id': 'a' }, { at: now })])]),
    );
  }
  const [{ id: series }] = (await host()).series;
  const slots = async (range: string) => {
    const history: PlatformHistory = await get(`/api/mesh/hosts/${series}/history/${range}`);
    const measured = history.slots.filter(({ latencyMs }) => latencyMs !== null);
    return measured.map(({ minMs, latencyMs, maxMs }) => [minMs, latencyMs, maxMs]);
  };
  expect(await slots('1h')).toEqual([
    [40, expect.closeTo(40, 0), 60],
    [50, 50, 50],
  ]);
  for (const range of ['24h', '7d', '30d', '90d', '1y'])
    expect(await slots(range)).toEqual([[40, expect.closeTo(50, 0), 60]]);
  now += 3 * DAY_MS;
  await server.node.journal.commit((tx) => lookAtClock(tx, now, 3 * DAY_MS));
  await send(requestOf([]));
  const all = server.node.db.selectFrom('probeSpans').select('spanMs');
  const spans = await all.where('platform', '=', `host ${series}`).execute();
  expect(spans.map(({ spanMs }) => spanMs).sort()).toEqual([HOUR_MS, DAY_MS]);
  expect(JSON.stringify(await get('/api/mesh/history?since=0'))).not.toContain('host');
  for (const wrong of ['x/history/1h', `${series}/history/2h`, '999/history/1h'])
    expect((await server.call(`/api/mesh/hosts/${wrong}`, { cookie })).status).toBe(404);
});

describe('a limit', () => {
  const LIMIT = { measure: 'filesystem', name: '', over: 90, forSec: 600 };
  const sendDisk = async (disk: number, after = MINUTE_MS) => {
    now += after;
    await send(hostRequest('new', { at: now, busy: 0, idle: 0, disk }));
  };

  test('opens an incident when it was passed for so long, which ends below it', async () => {
    await changeHost({ limits: [LIMIT] });
    await sendDisk(0.93);
    await sendDisk(0.93, 9 * MINUTE_MS);
    expect(await incidents()).toEqual([]);
    await sendDisk(0.94);
    await sendDisk(0.95);
    expect(await incidents()).toMatchObject([
      {
        cause: 'Disk / is at 94 %, over 90 % for 10 min',
        ...{ scope: 'host', platforms: [id], endedAt: null },
      },
    ]);
    await sendDisk(0.9);
    const [incident] = await incidents();
    const { endedAt, events } = await get(`/api/incidents/${incident?.id}`);
    expect(endedAt).toBe(now);
    expect(events.at(-1).text).toBe('Disk / is at 90 % again');
    await sendDisk(0.95);
    await sendDisk(0.95, 10 * MINUTE_MS);
    expect((await incidents()).length).toBe(2);
  });

  test('of one mount goes before that of all; with a limit, a pause or the platform its incident goes', async () => {
    const limits = [LIMIT, { ...LIMIT, name: '/', over: 60, forSec: 0 }];
    await changeHost({ limits });
    const isOpen = async () => (await incidents()).filter(({ endedAt }) => endedAt === null).length;
    await sendDisk(0.7);
    expect(await isOpen()).toBe(1);
    await changeHost({ limits: [LIMIT] });
    expect(await isOpen()).toBe(0);
    await changeHost({ limits });
    expect(await isOpen()).toBe(1);
    await post(`${PLATFORMS}/${id}/pause`, { paused: true });
    await sendDisk(0.7);
    expect(await isOpen()).toBe(0);
    await post(`${PLATFORMS}/${id}/pause`, { paused: false });
    await sendDisk(0.7);
    expect(await isOpen()).toBe(1);
    await post('/api/account/confirm', { kind: 'password', password });
    await post(`${PLATFORMS}/${id}/remove`, { history: 'erase' });
    expect(await incidents()).toEqual([]);
    expect((await server.call(path, { json: requestOf([]) })).status).toBe(404);
    const { db } = server.node;
    for (const table of ['hosts', 'hostSeries'] as const)
      expect(
        await db.selectFrom(table).select('platform').where('platform', '=', id).execute(),
      ).toEqual([]);
  });
});

test('one that reports itself has an address already; a new one ends the former', async () => {
  const { report } = await post(PLATFORMS, { kind: 'report', name: 'Backup', everySec: 60 });
  await post(`${report}/v1/metrics`, hostRequest('new', { at: now, busy: 0, idle: 0 }));
  expect((await get(`${PLATFORMS}/backup/host`)).series).toHaveLength(5);
  const former = path;
  path = `${(await changeHost({ renew: true })).report}/v1/metrics`;
  expect((await server.call(former, { json: requestOf([]) })).status).toBe(404);
  expect(await send(requestOf([]))).toEqual({});
  const rows = await server.node.db.selectFrom('hosts').selectAll().execute();
  expect(JSON.stringify([rows, await host(), await get('/api/audit')])).not.toContain(
    path.split('/').at(-3),
  );
});

describe('a counter', () => {
  const sendCounters = async (busy: number, received: number, start = 0) => {
    now += 15_000;
    await send(hostRequest('new', { at: now, start, busy, idle: 2 * busy, received }));
    return (await valuesOf())['network eth0 receive'];
  };

  test.each([
    [
      'that restarts',
      [
        [100, 1000, 0],
        [110, 4000, 0],
        [1, 10, 0],
        [2, 20, 0],
      ],
    ],
    [
      'that restarts beyond what it said',
      [
        [100, 1000, 0],
        [110, 4000, 0],
        [900, 9e12, 5000],
        [901, 9e12 + 10, 5000],
      ],
    ],
  ])('%s yields no negative and no huge value', async (_, steps) => {
    const rates = [];
    for (const [busy = 0, received = 0, start = 0] of steps)
      rates.push(await sendCounters(busy, received, start));
    expect(rates).toEqual([undefined, 0.2, 0.2, expect.closeTo(0.01 / 15, 6)]);
    const { cpu } = await valuesOf();
    expect(cpu).toBeCloseTo(100 / 3);
  });
});

describe('what cannot be taken', () => {
  const temperature = (value: number | string, name = 'a', at = 0) =>
    gauge('hw.temperature', [pointOf(value, { 'hw.id': name }, { at })]);
  const GOOD = temperature(40, 'good');
  const MANY = Array.from({ length: 10_000 }, (_, mount) =>
    ['used', 'free'].map((state) => pointOf(1, { mountpoint: `/m${mount}`, state }, { at: 0 })),
  ).flat();

  test.each<[string, object, string]>([
    ['NaN', temperature('NaN'), 'without a finite number'],
    ['infinite', temperature('-Infinity'), 'without a finite number'],
    ['colder than can be', temperature(-300), 'with a value that cannot be'],
    [
      'a negative counter',
      sum('system.network.io', [pointOf(-1, { device: 'eth0', direction: 'receive' }, { at: 0 })]),
      'with a value that cannot be',
    ],
    ['no point', sum('system.cpu.time', [7, null]), 'without a finite number'],
    [
      'a histogram',
      { name: 'system.cpu.time', histogram: { dataPoints: [{ count: '1' }] } },
      'without a finite number',
    ],
    [
      'of delta temporality',
      sum('system.cpu.time', [pointOf(1, {}, { at: 0 })], { aggregationTemporality: 1 }),
      'of delta temporality: send cumulative sums',
    ],
    ['two days old', temperature(40, 'a', START - 2 * DAY_MS), 'older than a day'],
    ['of 10,000 mounts', sum('system.filesystem.usage', MANY), 'beyond 32 names of one measure'],
  ])('%s is counted, and the others are taken', async (_, metric, reason) => {
    const { partialSuccess } = await send(requestOf([metric, GOOD]));
    expect(partialSuccess.errorMessage).toContain(reason);
    expect((await host()).series.length).toBeLessThanOrEqual(33);
    expect((await valuesOf())['temperature good']).toBe(40);
  });

  test('a clock of the future is moved back, and names are lines', async () => {
    const at = now + 9 * DAY_MS;
    const name = `a\u0000\u202e\nb${'x'.repeat(5000)}`;
    await send(requestOf([gauge('hw.temperature', [pointOf(1, { 'hw.id': name }, { at })])]));
    const [series] = (await host()).series;
    expect(series.at).toBe(now);
    expect(series.name).toMatch(/^a\uFFFD\uFFFD\uFFFDbx+…$/u);
    expect(series.name.length).toBeLessThanOrEqual(200);
  });

  const JSON_TYPE = { 'content-type': 'application/json' };
  const GZIP = { ...JSON_TYPE, 'content-encoding': 'gzip' };
  const POINT = '{"timeUnixNano":"1","asDouble":1},';
  test.each<[string, number, RegExp, Record<string, string>, BodyInit]>([
    ['protobuf', 415, /encoding: json/, { 'content-type': 'application/x-protobuf' }, 'x'],
    [
      'of an unknown coding',
      415,
      /compression: gzip/,
      { ...JSON_TYPE, 'content-encoding': 'zstd' },
      '{}',
    ],
    ['no gzip', 400, /not coded/, GZIP, '{}'],
    ['no JSON', 400, /no ExportMetrics/, JSON_TYPE, '{'],
    ['deep JSON', 400, /no ExportMetrics/, JSON_TYPE, '['.repeat(1_000_000)],
    ['JSON of another shape', 400, /no ExportMetrics/, JSON_TYPE, '{"resourceMetrics":7}'],
    ['a million points', 413, /4 MiB/, GZIP, gzipSync(POINT.repeat(1_000_000), { level: 1 })],
    ['a bomb', 413, /4 MiB/, GZIP, gzipSync(Buffer.alloc(100 * 1024 * 1024), { level: 9 })],
    ['5 MiB', 413, /4 MiB/, JSON_TYPE, 'x'.repeat(5 * 1024 * 1024)],
  ])('%s is refused with a sentence', async (_, status, message, headers, body) => {
    const answer = await server.call(path, { method: 'POST', headers, body });
    expect(answer.status).toBe(status);
    expect((await answer.json()).message).toMatch(message);
  });

  test('gzip is taken', async () => {
    const body = gzipSync(JSON.stringify(requestOf([GOOD])));
    const answer = await server.call(path, { method: 'POST', headers: GZIP, body });
    expect(await answer.json()).toEqual({});
    expect(await valuesOf()).toEqual({ 'temperature good': 40 });
  });
});

test('this node says how its own host is', async () => {
  ({ id } = server.config.mesh.node);
  const { series } = await host();
  const measures = series.map(({ measure }: { measure: string }) => measure);
  expect(measures).toEqual(['filesystem', 'memory', 'uptime']);
  for (const { value, measure } of series)
    if (measure !== 'uptime') expect(value > 0 && value < 100).toBe(true);
});
