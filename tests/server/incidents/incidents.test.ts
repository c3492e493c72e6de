import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyOf } from '../../../contract/paths.ts';
import { ActivityListSchema } from '../../../contract/shapes/activity.ts';
import {
  type Incident,
  type IncidentDetails,
  IncidentDetailsSchema,
  IncidentListSchema,
} from '../../../contract/shapes/incident.ts';
import { NotificationListSchema } from '../../../contract/shapes/notification.ts';
import type { Config } from '../../../server/config.ts';
import { addIncidentEvent, listRecentIncidents } from '../../../server/store/incidents.ts';
import { replay } from '../replay.ts';
import { storeRound } from '../rounds.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;

let dataDir: string;
let server: TestServer;
let cookie: string;
let now: number;

/** Without platforms: only the test says what probes find. */
const start = (configure = (config: Config) => config) =>
  startServer({ env: { DATA_DIR: dataDir }, alone: true, now: () => now, configure });
/** With one platform in the simulator, which is probed once. */
const withForge = ({ mesh, ...config }: Config): Config => ({
  ...config,
  mesh: {
    ...mesh,
    platforms: [{ id: 'forge', name: 'Forge', domain: 'forge.mesh.example' }],
    probe: { ...mesh.probe, intervalSec: 3600 },
  },
});

beforeEach(async () => {
  now = 1_800_000_000_000;
  dataDir = await temporaryDir();
  server = await start();
  cookie = (await server.signUp('Ada')).cookie;
});
afterEach(() => server.close());

async function restart(configure?: (config: Config) => Config): Promise<void> {
  await server.close();
  server = await start(configure);
  await server.node.mesh.connections();
}

/** One round of probes, ten seconds after the last. */
async function round(statuses: string | Record<string, string>): Promise<void> {
  now += 10 * SECOND_MS;
  const found = typeof statuses === 'string' ? { Archive: statuses } : statuses;
  await storeRound(server, found, now);
}

async function list(query = ''): Promise<Incident[]> {
  const answer = await server.call(`/api/incidents${query}`, { cookie });
  expect(answer.status).toBe(200);
  return IncidentListSchema.parse(await answer.json());
}

async function details(id: number): Promise<IncidentDetails> {
  const answer = await server.call(`/api/incidents/${id}`, { cookie });
  expect(answer.status).toBe(200);
  return IncidentDetailsSchema.parse(await answer.json());
}

const eventsOf = async (id: number) =>
  (await details(id)).events.map(({ kind, text }) => `${kind}: ${text}`);

async function bell(): Promise<string[]> {
  const answer = await server.call('/api/notifications', { cookie });
  return NotificationListSchema.parse(await answer.json()).map(
    ({ title, link }) => `${title} ${link}`,
  );
}

async function activity(): Promise<string[]> {
  const answer = await server.call('/api/activity/logs', { cookie });
  return ActivityListSchema.parse(await answer.json()).map(({ message }) => message);
}

describe('an incident', () => {
  test('opens when a platform leaves connected and ends when it is connected again', async () => {
    await round('connected');
    expect(await list()).toEqual([]);
    await round('warning');
    const startedAt = now;
    await round('error');
    await round('error');
    await round('warning');
    expect(await list()).toEqual([
      {
        id: 1,
        platform: 'archive',
        status: 'error',
        startedAt,
        endedAt: null,
        cause: 'no answer',
        planned: false,
        drillUntil: null,
        acknowledgement: null,
      },
    ]);
    await round('connected');
    const [ended, ...others] = await list();
    expect(others).toEqual([]);
    expect(ended).toMatchObject({ id: 1, status: 'error', endedAt: now });
    expect(await eventsOf(1)).toEqual([
      'opened: Archive is slow: 300 ms',
      'status: Archive is down: no answer',
      'status: Archive is slow: 300 ms',
      'ended: Archive is fast again',
    ]);
    await round('error');
    expect((await list()).map(({ id, endedAt }) => [id, endedAt === null])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test('is published: a new row, its changes, and its details', async () => {
    await round('warning');
    await round('error');
    await round('connected');
    const { changes } = await replay(server.node.journal, 0);
    const published = changes.filter(({ key }) => key.includes('incidents'));
    expect(published).toMatchObject([
      { op: 'prepend', key: keyOf('incidents'), data: [{ id: 1, status: 'warning' }] },
      { op: 'patch', data: { id: 1, status: 'error', cause: 'no answer' } },
      { op: 'replace', key: keyOf('incident', { id: '1' }), data: { events: [{}, {}] } },
      { op: 'patch', data: { id: 1, endedAt: now } },
      { op: 'replace', data: { endedAt: now, events: [{}, {}, {}] } },
    ]);
    expect(published.at(-1)?.data).toEqual(await details(1));
  });

  test('changes nothing while this node cannot probe, and records the gap', async () => {
    await round('error');
    await round('unknown');
    await round('unknown');
    await round('error');
    expect(await eventsOf(1)).toEqual([
      'opened: Archive is down: no answer',
      'not-measured: Not measured for 30 s: this node did not probe.',
      'status: Archive is down: no answer',
    ]);
    await round('unknown');
    expect(await list()).toHaveLength(1);
    await round('connected');
    expect((await eventsOf(1)).slice(-2)).toEqual([
      'not-measured: Not measured for 20 s: this node did not probe.',
      'ended: Archive is connected',
    ]);
  });

  test('ends at a start without its platform in the configuration', async () => {
    await round('error');
    await restart();
    expect(await list()).toMatchObject([{ id: 1, endedAt: now }]);
    expect((await eventsOf(1)).at(-1)).toBe(
      'ended: archive is no longer in the configuration, so it is not probed.',
    );
  });

  test('does not overlap the one before when the clock is set back', async () => {
    await round('error');
    await round('connected');
    const end = now;
    now -= 60 * MINUTE_MS;
    await round('error');
    await round('connected');
    const [second] = await list();
    expect(second).toMatchObject({ id: 2, startedAt: end, endedAt: end });
    expect((await details(2)).events.every(({ at }) => at === end)).toBe(true);
  });

  test('keeps its first and its newest events', async () => {
    await round('error');
    await server.node.journal.commit(async (tx) => {
      for (let i = 1; i <= 900; i++)
        await addIncidentEvent(tx, 1, { at: now, kind: 'status', text: `${i}` });
    });
    const events = await eventsOf(1);
    expect(events.length).toBeLessThanOrEqual(500);
    expect(events.length).toBeGreaterThan(440);
    expect(events.slice(248, 253)).toEqual([
      'status: 248',
      'status: 249',
      'dropped: More happened here. Only the first and the newest events of an incident are stored.',
      expect.stringMatching(/^status: [4-9]\d\d$/),
      expect.stringMatching(/^status: [4-9]\d\d$/),
    ]);
    expect(events.at(-1)).toBe('status: 900');
  });

  test('is deleted 400 days after its end', async () => {
    await round('error');
    await round('connected');
    await round('error');
    now += 401 * DAY_MS;
    await round('error');
    await server.node.journal.commit((tx, emit) =>
      server.node.incidents.onRound(tx, emit, { updates: [], at: now, since: now, number: 0 }),
    );
    const { db } = server.node;
    expect((await listRecentIncidents(db)).map(({ id }) => id)).toEqual([2]);
    const events = await db.selectFrom('incident_events').select('incident_id').execute();
    expect(events.every(({ incident_id }) => incident_id === 2)).toBe(true);
  });
});

describe('the bell', () => {
  test('rings when a platform is down and when it is back, once each', async () => {
    await round('warning');
    expect(await bell()).toEqual([]);
    await round('error');
    await round('warning');
    await round('error');
    expect(await bell()).toEqual(['Archive is down /incidents/1']);
    await round('connected');
    await round('warning');
    await round('connected');
    expect(await bell()).toEqual(['Archive is back /incidents/1', 'Archive is down /incidents/1']);
  });
});

describe('the list', () => {
  beforeEach(async () => {
    await round({ Archive: 'error', Forge: 'connected', Ledger: 'connected' });
    await round({ Archive: 'connected', Forge: 'warning', Ledger: 'connected' });
    await round({ Archive: 'connected', Forge: 'connected', Ledger: 'error' });
  });
  const ids = async (query?: string) => (await list(query)).map(({ id }) => id);

  test('is filtered by state, status, platform, text and time, and has pages', async () => {
    expect(await ids()).toEqual([3, 2, 1]);
    expect(await ids('?state=open')).toEqual([3]);
    expect(await ids('?state=ended')).toEqual([2, 1]);
    expect(await ids('?status=error')).toEqual([3, 1]);
    expect(await ids('?platform=forge')).toEqual([2]);
    expect(await ids('?q=NO%20ans')).toEqual([3, 1]);
    expect(await ids('?q=%25')).toEqual([]);
    const [third, second, first] = await list();
    expect(await ids(`?from=${second?.endedAt}`)).toEqual([3, 2]);
    expect(await ids(`?to=${second?.startedAt}`)).toEqual([1]);
    expect(await ids(`?from=${first?.startedAt}&to=${third?.startedAt}`)).toEqual([2, 1]);
    expect(await ids('?limit=2')).toEqual([3, 2]);
    expect(await ids('?limit=2&before=2')).toEqual([1]);
  });

  test('has every open incident however old it is, and the newest ended ones', async () => {
    for (let i = 0; i < 105; i++) {
      await round({ Archive: 'error' });
      await round({ Archive: 'connected' });
    }
    const all = await list();
    expect(all.filter(({ endedAt }) => endedAt !== null)).toHaveLength(100);
    expect(all.at(-1)?.id).toBe(3);
  });

  test('refuses what is not understood', async () => {
    for (const query of ['?state=closed', '?limit=501', '?before=0', '?from=x', '?other=1'])
      expect([query, (await server.call(`/api/incidents${query}`, { cookie })).status]).toEqual([
        query,
        400,
      ]);
    for (const id of ['99', 'x', '1.5', '9'.repeat(40)])
      expect((await server.call(`/api/incidents/${id}`, { cookie })).status).toBe(404);
    expect((await server.call('/api/incidents')).status).toBe(401);
  });
});

describe('an acknowledgement', () => {
  beforeEach(() => restart(withForge));

  const acknowledge = (id: number, note = '', as = cookie) =>
    server.call(`/api/incidents/${id}/acknowledge`, { cookie: as, json: { note } });
  const release = (id: number, as = cookie) =>
    server.call(`/api/incidents/${id}/acknowledge`, { cookie: as, method: 'DELETE' });

  test('says who is on it, may be taken over and released', async () => {
    await round({ Forge: 'error' });
    expect((await acknowledge(1, '  on my way ')).status).toBe(200);
    const first = { by: 'Ada', at: now, note: 'on my way' };
    expect((await details(1)).acknowledgement).toEqual(first);
    now += MINUTE_MS;
    expect((await acknowledge(1, 'on my way')).status).toBe(200);
    expect((await details(1)).acknowledgement).toEqual(first);
    const grace = (await server.signUp('Grace')).cookie;
    expect((await acknowledge(1, '', grace)).status).toBe(200);
    expect((await release(1)).status).toBe(200);
    expect((await release(1)).status).toBe(200);
    expect((await details(1)).acknowledgement).toBeNull();
    expect((await eventsOf(1)).slice(1)).toEqual([
      'acknowledged: Ada is on it: on my way',
      'acknowledged: Grace is on it',
      'released: Ada says that Grace is no longer on it',
    ]);
    const said = (await activity()).filter((message) => message.includes('on it'));
    expect(said).toEqual([
      'Ada says that Grace is no longer on it: Forge is down',
      'Grace is on it: Forge is down',
      'Ada is on it: Forge is down',
    ]);
  });

  test('is found by text', async () => {
    await round({ Forge: 'error', Ledger: 'error' });
    await acknowledge(1, 'Fan replaced');
    expect((await list('?q=fan')).map(({ id }) => id)).toEqual([1]);
    expect((await list('?q=ada')).map(({ id }) => id)).toEqual([1]);
  });

  test('is refused when the incident has ended or does not exist', async () => {
    await round({ Forge: 'error' });
    await round({ Forge: 'connected' });
    for (const answer of [await acknowledge(1), await release(1)]) {
      expect(answer.status).toBe(409);
      expect((await answer.json()).message).toBe('This incident has ended: the platform is back.');
    }
    expect((await acknowledge(9)).status).toBe(404);
    expect((await acknowledge(1, 'x'.repeat(501))).status).toBe(400);
    expect((await server.call('/api/incidents/1/acknowledge', { json: { note: '' } })).status).toBe(
      401,
    );
  });
});
