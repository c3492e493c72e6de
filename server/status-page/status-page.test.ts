import { parseFeed } from '@rowanmanning/feed-parser';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, MINUTE_MS } from '../../contract/limits.ts';
import { StatusSummarySchema } from '../../contract/shapes/status-summary.ts';
import { type CuttingProxy, startCuttingProxy } from '../../tests/e2e/cutting-proxy.ts';
import { ENGINE } from '../../tests/server/engine.ts';
import { auditOf } from '../../tests/server/people/team.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/server/postgres.ts';
import { sendRaw, statusesIn } from '../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { type Config, readConfig } from '../config/config.ts';

const DOCUMENTS = ['', '/feed.atom', '/summary.json', '/badge.svg'].map((end) => `/status${end}`);

/** Of the mesh simulator, probed once: forge is up, ledger slow, archive down. */
const configure = ({ mesh, ...config }: Config): Config => ({
  ...config,
  mesh: {
    ...mesh,
    platforms: mesh.platforms.map((one) => ({
      ...one,
      name: `Internal ${one.id}`,
      ...(one.id !== 'archive' && { group: 'Sales & pay' }),
    })),
    probe: { ...mesh.probe, intervalSec: 3600 },
  },
});
const SHOWN = [
  { id: 'archive', name: 'Search & find' },
  { id: 'ledger', name: 'Payments' },
  { id: 'forge', name: 'Shop' },
];
const WHO = 'Ada: of Internal';

const setUp = (server: TestServer, cookie: string, fields: object = {}) =>
  server.call('/api/settings/status-page', {
    cookie,
    json: { on: true, title: 'Example services', platforms: SHOWN, ...fields },
  });
const summaryOf = async (server: TestServer) =>
  z.parse(StatusSummarySchema, await (await server.call('/status/summary.json')).json());
async function probed(server: TestServer, cookie: string): Promise<void> {
  const connections = async (): Promise<{ status: string }[]> =>
    (await server.call('/api/mesh/connections', { cookie })).json();
  await vi.waitFor(
    async () => expect((await connections()).map(({ status }) => status)).not.toContain('unknown'),
    20_000,
  );
}

describe('the public status page', () => {
  let server: TestServer;
  let cookie: string;
  let now = Date.UTC(2026, 10, 26, 14, 2, 30);
  const call = (path: string, json: object) => server.call(path, { cookie, json });

  beforeAll(async () => {
    server = await startServer({ configure, now: () => now });
    cookie = (await server.signUp(WHO)).cookie;
    await probed(server, cookie);
  });
  afterAll(() => server.close());

  test('is not there while it is off', async () => {
    const unknown = await server.call('/status/nowhere');
    for (const path of DOCUMENTS) {
      const answer = await server.call(path, { headers: { accept: 'text/html' } });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toEqual(await (await server.call('/status/nowhere')).json());
      expect(answer.headers.get('cache-control')).toBe(unknown.headers.get('cache-control'));
    }
  });

  test('an admin sees it before it is public', async () => {
    expect((await setUp(server, cookie, { on: false })).status).toBe(200);
    const path = '/api/settings/status-page/preview';
    const preview = await server.call(path, { cookie });
    expect(await preview.text()).toContain('<h3>Search &#38; find</h3>');
    const { cookie: other } = await server.signUp('viewer');
    expect((await server.call(path, { cookie: other })).status).toBe(403);
    expect((await server.call(path)).status).toBe(401);
    expect((await server.call('/status')).status).toBe(404);
  });

  test('what cannot be shown is refused', async () => {
    const refused = async (fields: object) => (await setUp(server, cookie, fields)).status;
    expect(await refused({ platforms: [...SHOWN, ...SHOWN] })).toBe(400);
    expect(await refused({ platforms: [{ id: 'nowhere', name: 'x' }] })).toBe(409);
    expect(await refused({ platforms: [{ id: 'forge', name: ' ' }] })).toBe(400);
    expect(await refused({ title: 'x'.repeat(81) })).toBe(400);
  });

  test('is not public without a platform, nor by the clocks of no zone', async () => {
    const answer = await setUp(server, cookie, { platforms: [] });
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toBe(
      'Choose at least one platform that everybody may see.',
    );
    expect((await setUp(server, cookie, { on: false, platforms: [] })).status).toBe(200);
    expect((await setUp(server, cookie, { timeZone: 'Mars/Olympus' })).status).toBe(400);
  });

  test('shows what was chosen, in its order, and says it in public words', async () => {
    const open = await (await server.call('/api/incidents', { cookie })).json();
    const { id } = open.find((one: { platform: string }) => one.platform === 'archive');
    const say = (kind: string, text: string) =>
      call(`/api/incidents/${id}/comments`, { ...(kind !== 'comment' && { kind }), text });
    await say('comment', 'A comment: the disk of archive-db-1 is full');
    await say('investigating', 'We look at it.\nSoon <b>more</b>.');
    await call(`/api/incidents/${id}/acknowledge`, { note: 'A note: me, on archive-db-1' });
    const opened = await call('/api/incidents', {
      ...{ title: 'A title: internal double bookings', text: 'Some pay twice.' },
      platforms: ['harbor', 'forge'],
    });
    expect(opened.status).toBe(200);
    const start = now + DAY_MS;
    const planned = await call('/api/maintenance', {
      platforms: ['harbor', 'forge'],
      note: 'A note: move harbor to rack 7',
      ...{ startsAt: start, endsAt: start + 30 * MINUTE_MS },
      ...{ repeat: 'none', timeZone: 'Europe/Berlin' },
    });
    expect(planned.status).toBe(200);
    const answer = await setUp(server, cookie);
    expect((await answer.json()).message).toBe('Everybody can read it now.');
    expect((await auditOf(server)).at(-1)).toBe(
      'settings.changed status page on, Example services, times of UTC: archive as Search & find, ledger as Payments, forge as Shop',
    );

    expect(await summaryOf(server)).toEqual({
      ...{ title: 'Example services', asOf: '2026-11-26T14:02:00.000Z', isCurrent: true },
      platforms: [
        { name: 'Search & find', state: 'down', since: '2026-11-26T14:02:30.000Z' },
        { name: 'Payments', state: 'slow', since: '2026-11-26T14:02:30.000Z' },
        { name: 'Shop', state: 'up', since: '2026-11-26T14:02:30.000Z' },
      ].map((one) => ({ ...one, uptime: null, measuredDays: 0 })),
      incidents: expect.arrayContaining([
        {
          ...{ id: expect.any(String), platforms: ['Search & find'], state: 'down' },
          ...{ startedAt: '2026-11-26T14:02:30.000Z', endedAt: null },
          updates: [
            {
              at: '2026-11-26T14:02:30.000Z',
              phase: 'investigating',
              text: 'We look at it.\nSoon <b>more</b>.',
            },
          ],
        },
        expect.objectContaining({ platforms: ['Payments'], state: 'slow', updates: [] }),
        expect.objectContaining({
          ...{ platforms: ['Shop'], state: 'reported' },
          updates: [expect.objectContaining({ phase: 'investigating', text: 'Some pay twice.' })],
        }),
      ]),
      maintenance: [
        {
          ...{ id: expect.any(String), platforms: ['Shop'] },
          ...{ startsAt: '2026-11-27T14:02:30.000Z', endsAt: '2026-11-27T14:32:30.000Z' },
          ...{ plannedAt: '2026-11-26T14:02:30.000Z', updatedAt: '2026-11-26T14:02:30.000Z' },
        },
      ],
    });
    const html = await (await server.call('/status')).text();
    for (const text of [
      ...['1 down, 1 slow, 1 up', '<h3>Payments</h3>', 'Never measured'],
      ...['We look at it.\nSoon &#60;b&#62;more', '26 Nov 2026, 14:02 UTC'],
      '27 Nov 2026, 14:02 to 14:32 UTC',
    ])
      expect(html).toContain(text);
  });

  test('is divided by group if an admin wants that, with those of none last', async () => {
    const page = async () => (await server.call('/status')).text();
    expect(await page()).not.toContain('Sales');
    await setUp(server, cookie, { byGroup: true });
    expect((await page()).match(/<h[34].*?<\/h[34]>/g)?.join('')).toContain(
      '<h3 class="group">Sales &#38; pay</h3><h4>Payments</h4><h4>Shop</h4><h3 class="group">Others</h3><h4>Search &#38; find</h4>',
    );
    expect((await auditOf(server)).at(-1)).toContain('times of UTC, by group: archive');
    await setUp(server, cookie);
    expect(await page()).toContain('Sales');
    await setUp(server, cookie, { byGroup: false });
  });

  test('is small, without script and cookie, and cached', async () => {
    for (const path of DOCUMENTS) {
      const answer = await server.call(path, { cookie });
      const { headers } = answer;
      const text = await answer.text();
      expect([path, answer.status, headers.getSetCookie()]).toEqual([path, 200, []]);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; /);
      expect(headers.get('cache-control')).toBe('public, max-age=5');
      expect(text).not.toMatch(/<script/i);
      expect(text.length).toBeLessThan(15 * 1024);
      const again = { 'if-none-match': String(headers.get('etag')) };
      expect((await server.call(path, { headers: again })).status).toBe(304);
    }
    const plain = await server.call('/status', { headers: { 'accept-encoding': 'identity' } });
    expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
    const badge = await server.call('/status/badge.svg');
    expect(badge.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(await badge.text()).toContain('aria-label="Status: 1 down, 1 slow, 1 up"');
  });

  test('a feed reader takes the feed', async () => {
    const text = await (await server.call('/status/feed.atom')).text();
    const { meta, title, items } = parseFeed(text);
    expect([meta.type, title]).toEqual(['atom', 'Example services']);
    expect(items.map((item) => item.title)).toEqual(
      expect.arrayContaining([
        ...['Search & find is down', 'Payments is slow', 'Planned maintenance: Shop'],
      ]),
    );
    for (const { id, updated } of items) {
      expect(id).toMatch(/^urn:uuid:[\da-f-]{36}$/);
      expect(updated).toBeInstanceOf(Date);
    }
  });

  test('holds no name, id, address, reason or note of the inside', async () => {
    const hidden = [
      ...['forge', 'ledger', 'archive', 'harbor', 'signal', 'sentinel', 'internal', 'ada:'],
      ...[
        'mesh.example',
        '127.0.0.1',
        'comment',
        'note',
        'no answer',
        'no-answer',
        'rack',
        'double',
      ],
    ];
    for (const path of DOCUMENTS) {
      const answer = await server.call(path);
      const sent = [...answer.headers, await answer.text()].flat().join('\n').toLowerCase();
      expect([path, hidden.filter((one) => sent.includes(one))]).toEqual([path, []]);
      expect(sent).not.toMatch(/meridian-(?:seq|time)/);
    }
  });

  test('is read anew after a few seconds, and its bars say what was not measured', async () => {
    const day = now - (now % DAY_MS);
    const held = { spanMs: DAY_MS, worst: 2, answered: 1, latencyHistogram: '' };
    const times = { upMs: DAY_MS - 3 * MINUTE_MS, lateMs: 0, downMs: 3 * MINUTE_MS, plannedMs: 0 };
    await server.node.journal.commit(async (tx) => {
      await tx
        .insertInto('probeSpans')
        .values([
          { platform: 'forge', at: day - DAY_MS, ...held, ...times },
          { platform: 'forge', at: day - 2 * DAY_MS, ...held, ...times, upMs: DAY_MS / 2 },
        ])
        .execute();
    });
    expect((await summaryOf(server)).platforms[2]).toMatchObject({ uptime: null });
    now += 6000;
    await expect
      .poll(async () => (await summaryOf(server)).platforms[2])
      .toMatchObject({ uptime: 0.99722, measuredDays: 1.5 });
    const html = await (await server.call('/status')).text();
    expect(html).toContain('99.72% up of 36 h measured');
    expect(html).toContain('24 Nov: down 3 min, not measured 12 h');
  });

  test('its feed dates a window by when it was planned, and says when it was changed', async () => {
    const entry = async () => {
      const { items } = parseFeed(await (await server.call('/status/feed.atom')).text());
      const [found] = items.filter(({ title }) => title === 'Planned maintenance: Shop');
      return [found?.id, found?.published?.toISOString(), found?.updated?.toISOString()];
    };
    const planned = '2026-11-26T14:02:30.000Z';
    const [id, ...dates] = await entry();
    expect(dates).toEqual([planned, planned]);
    const [window] = await (await server.call('/api/maintenance', { cookie })).json();
    now += 5 * MINUTE_MS;
    const changed = new Date(now).toISOString();
    const end = { endsAt: window.endsAt + MINUTE_MS };
    await server.call(`/api/maintenance/${window.id}`, { cookie, json: end });
    now += 6000;
    await expect.poll(entry).toEqual([id, planned, changed]);
  });

  test('loses nothing that is open or was public to what ended since', async () => {
    const before = await summaryOf(server);
    const ended = {
      ...{ status: 'error', cause: 'x', planned: 0 },
      ...{ startedAt: now - DAY_MS, endedAt: now - DAY_MS + 1 },
    };
    await server.node.journal.commit(async (tx) => {
      const add = (row: object, times = 60) =>
        tx
          .insertInto('incidents')
          .values(Array.from({ length: times }, () => ({ platform: 'forge', ...ended, ...row })))
          .execute();
      await add({ platform: 'ledger', scope: 'line', endedAt: null }, 1);
      await add({});
      await add({ scope: 'line' });
      await add({ kind: 'person', platform: 'harbor', platformsJson: '["harbor"]' });
    });
    now += 6000;
    await expect
      .poll(async () => (await summaryOf(server)).platforms.map(({ state }) => state))
      .toEqual(['down', 'up', 'up']);
    const { incidents } = await summaryOf(server);
    expect(incidents.filter(({ endedAt }) => endedAt === null)).toEqual(before.incidents);
    expect(incidents.filter(({ endedAt }) => endedAt !== null)).toHaveLength(50);
    await server.node.journal.commit((tx) =>
      tx.deleteFrom('incidents').where('startedAt', '=', ended.startedAt).execute(),
    );
  });

  test('has the times of its zone, also when an earlier console saves it', async () => {
    await setUp(server, cookie, { timeZone: 'America/New_York' });
    await setUp(server, cookie);
    const html = await (await server.call('/status')).text();
    expect(html).toContain('>26 Nov 2026, 09:02 GMT-5</time>');
    expect(html).toContain('27 Nov 2026, 09:02 to 09:33 GMT-5');
    expect(html).toContain('Times are America/New_York, days of the bars UTC.');
    expect(await (await server.call('/status/feed.atom')).text()).not.toContain('UTC');
  });

  test('says that there is an incident while people report one of what is up', async () => {
    await setUp(server, cookie, { platforms: SHOWN.filter(({ id }) => id === 'forge') });
    const badge = async () => (await server.call('/status/badge.svg')).text();
    expect(await badge()).toContain('aria-label="Status: There is an incident"');
    expect(await (await server.call('/status')).text()).toContain('There is an incident</title>');
  });

  test('is gone once it is switched off', async () => {
    await setUp(server, cookie, { on: false });
    for (const path of DOCUMENTS) expect((await server.call(path)).status).toBe(404);
  });
});

test('under a host name of its own nothing but the page answers', async () => {
  const server = await startServer({ configure, env: { STATUS_URL: 'https://Status.example' } });
  const { cookie } = await server.signUp();
  await probed(server, cookie);
  await setUp(server, cookie);
  const ask = async (path: string, host: string, more = '') => {
    const head = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${more}`;
    return sendRaw(server.url, `${head}Connection: close\r\n\r\n`);
  };
  const status = async (path: string, host = 'STATUS.example:8443') =>
    statusesIn(await ask(path, host))[0];
  const page = await ask('/', 'status.example');
  expect(page).toContain('<h3>Payments</h3>');
  expect(page).toContain('href="https://status.example/feed.atom"');
  for (const path of ['/?x', '/feed.atom', '/summary.json', '/badge.svg'])
    expect([path, await status(path)]).toEqual([path, 200]);
  for (const path of [
    ...['/login', '/dashboard', '/api/auth/session', '/api/auth/options', '/status', '/metrics'],
    ...['/healthz', '/readyz', '/mesh/hello', '/index.html', '/.well-known/jwks.json', '/share'],
    ...['//api/auth/options', '/../api/auth/options', '/./', '/service-worker.js', '/%2e%2e/login'],
    'http://localhost/api/auth/options',
  ])
    expect([path, await status(path)]).toEqual([path, 404]);
  const upgrade = 'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n';
  expect(statusesIn(await ask('/ws', 'status.example', upgrade))[0]).toBe(400);
  expect(await status('/status', 'localhost')).toBe(200);
  expect(await status('/api/auth/session', 'localhost')).toBe(200);
  expect(await status('/', 'status.example.evil')).toBe(421);
  await server.close();
});

test.each(['https://localhost', 'http://127.0.0.1:8066', 'https://console.example'])(
  'STATUS_URL %s, where something else answers, ends the start',
  (address) => {
    const env = { STATUS_URL: address, PUBLIC_URL: 'https://console.example' };
    expect(() => readConfig(env, process.cwd())).toThrow(
      /STATUS_URL: must have a host name of its/,
    );
  },
);

describe.runIf(ENGINE === 'postgres')('while the database is away', () => {
  let database: TestDatabase;
  let line: CuttingProxy;
  let server: TestServer;
  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    line = await startCuttingProxy(Number(url.port));
    url.port = new URL(line.url).port;
    server = await startServer({ configure, env: { DATABASE_URL: url.href } });
    const { cookie } = await server.signUp();
    await probed(server, cookie);
    await setUp(server, cookie);
    expect((await server.call('/status')).status).toBe(200);
    line.down(true);
  });
  afterAll(async () => {
    line.down(false);
    await server.close();
    await line.close();
    await database.drop();
  });

  test('what is known last is answered with its time, and newer data once it is back', async () => {
    const page = async () => (await server.call('/status')).text();
    const isCurrent = async () => (await summaryOf(server)).isCurrent;
    await expect.poll(isCurrent, { timeout: 30_000 }).toBe(false);
    expect(await page()).toMatch(
      /As of <time[^>]*>\d\d:\d\d UTC<\/time>; newer data cannot be read now\./,
    );
    expect(await page()).toContain('Last known: 1 down, 1 slow, 1 up');
    expect(await (await server.call('/status/badge.svg')).text()).toMatch(/at \d\d:\d\d UTC/);
    line.down(false);
    await expect.poll(isCurrent, { timeout: 30_000 }).toBe(true);
  });
});
