import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import { type Maintenance, MaintenanceListSchema } from '../../contract/shapes/maintenance.ts';
import { replay } from '../../tests/server/replay.ts';
import { storeRound } from '../../tests/server/rounds.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { listActivity } from '../activity/rows.ts';
import type { Config } from '../config/config.ts';
import { findIncident, listOpenIncidents } from '../incidents/rows.ts';
import { listNotifications } from '../notifications/rows.ts';
import { insertMaintenance } from './rows.ts';

let dataDir: string;
let server: TestServer;
let cookie: string;
/** Monday 2027-01-11, 09:00 in Berlin. */
const START = Date.UTC(2027, 0, 11, 8);
let now: number;

/** With two platforms in the simulator, which are probed once. */
const configure = ({ mesh, ...config }: Config): Config => ({
  ...config,
  mesh: {
    ...mesh,
    platforms: mesh.platforms.filter(({ id }) => id === 'forge' || id === 'ledger'),
    probe: { ...mesh.probe, intervalSec: 3600 },
  },
});

async function start(): Promise<void> {
  server = await startServer({ env: { DATA_DIR: dataDir }, now: () => now, configure });
  await server.node.mesh.connections();
}

beforeEach(async () => {
  now = START;
  dataDir = await temporaryDir();
  await start();
  cookie = (await server.signUp('Ada')).cookie;
});
afterEach(() => server.close());

const window = (fields: object = {}) => ({
  platforms: ['forge'],
  note: '',
  endsAt: now + HOUR_MS,
  repeat: 'none',
  timeZone: 'Europe/Berlin',
  ...fields,
});
const plan = (fields: object = {}) =>
  server.call('/api/maintenance', { cookie, json: window(fields) });
const changeEnd = (id: number, endsAt: number) =>
  server.call(`/api/maintenance/${id}`, { cookie, json: { endsAt } });
const remove = (id: number) => server.call(`/api/maintenance/${id}`, { cookie, method: 'DELETE' });

async function list(): Promise<Maintenance[]> {
  const answer = await server.call('/api/maintenance', { cookie });
  expect(answer.status).toBe(200);
  return MaintenanceListSchema.parse(await answer.json());
}

/** What the activity log says of maintenance, newest first. */
const said = async () =>
  (await listActivity(server.node.db, { limit: 50, q: 'maintenance' })).map(
    ({ message }) => message,
  );
const saysSoon = (text: string) => expect.poll(said, { timeout: 5000 }).toContain(text);
const round = (status: string) => {
  now += 10_000;
  return storeRound(server, { Forge: status }, now);
};
const bell = async () =>
  (await listNotifications(server.node.db, 'nobody')).map(({ title }) => title);
const openIncident = async () => (await listOpenIncidents(server.node.db))[0];

describe('a maintenance window', () => {
  test('begins now and ends by itself; both are published and written down', async () => {
    expect((await plan({ note: ' new fans ' })).status).toBe(200);
    expect(await list()).toEqual([
      {
        id: 1,
        platforms: ['forge'],
        note: 'new fans',
        startsAt: now,
        endsAt: now + HOUR_MS,
        repeat: 'none',
        timeZone: 'Europe/Berlin',
        createdBy: 'Ada',
        createdAt: now,
        changedAt: null,
      },
    ]);
    expect(await said()).toEqual([
      'Ada began maintenance: Forge, Mon 11 Jan 09:00 to Mon 11 Jan 10:00 (Europe/Berlin) (new fans)',
    ]);
    const { seq } = await replay(server.node.journal, 0);
    now += HOUR_MS;
    await saysSoon('Maintenance ended: Forge (new fans)');
    const { changes } = await replay(server.node.journal, seq);
    const [published, ...more] = changes.filter(
      ({ key }) => key.join() === keyOf('maintenance').join(),
    );
    expect(more).toEqual([]);
    expect(published).toMatchObject({ op: 'replace', data: [{ id: 1 }] });
    now += 32 * DAY_MS;
    expect(server.node.maintenance.list()).toEqual([]);
  });

  test('that is planned begins and ends also when this node was off or asleep', async () => {
    const startsAt = now + DAY_MS;
    await plan({ platforms: ['forge', 'ledger', 'forge'], startsAt, endsAt: startsAt + HOUR_MS });
    expect(await said()).toEqual([
      'Ada planned maintenance: Forge, Ledger, Tue 12 Jan 09:00 to Tue 12 Jan 10:00 (Europe/Berlin)',
    ]);
    await server.close();
    now = startsAt + MINUTE_MS;
    await start();
    await saysSoon(
      'Maintenance began: Forge, Ledger, Tue 12 Jan 09:00 to Tue 12 Jan 10:00 (Europe/Berlin)',
    );
    await server.close();
    await start();
    now += HOUR_MS;
    await saysSoon('Maintenance ended: Forge, Ledger');
    expect(await said()).toHaveLength(3);
  });

  test('that is weekly comes again at its time of the day', async () => {
    const startsAt = Date.UTC(2027, 2, 22, 8);
    await plan({ startsAt, endsAt: startsAt + HOUR_MS, repeat: 'weekly' });
    now = startsAt;
    await saysSoon(
      'Maintenance began: Forge, Mon 22 Mar 09:00 to Mon 22 Mar 10:00 (Europe/Berlin), weekly',
    );
    now += HOUR_MS;
    await saysSoon('Maintenance ended: Forge');
    const { maintenance } = server.node;
    // Summer time has begun between the two.
    expect(maintenance.list()).toMatchObject([{ startsAt: Date.UTC(2027, 2, 29, 7) }]);
    expect(maintenance.isPlanned('forge', Date.UTC(2027, 2, 29, 7))).toBe(true);
    expect(maintenance.isPlanned('forge', Date.UTC(2027, 2, 29, 8))).toBe(false);
    expect(maintenance.isPlanned('ledger', Date.UTC(2027, 2, 29, 7))).toBe(false);
  });

  test('gets another end, or ends at once', async () => {
    await plan();
    expect((await changeEnd(1, now + 2 * HOUR_MS)).status).toBe(200);
    expect((await list())[0]?.endsAt).toBe(now + 2 * HOUR_MS);
    expect((await changeEnd(1, now + 32 * DAY_MS)).status).toBe(400);
    now += MINUTE_MS;
    expect((await changeEnd(1, now - DAY_MS)).status).toBe(200);
    expect((await list())[0]?.endsAt).toBe(now);
    expect((await changeEnd(1, now + HOUR_MS)).status).toBe(409);
    expect((await changeEnd(9, now + HOUR_MS)).status).toBe(404);
    expect((await said()).slice(0, 2)).toEqual([
      'Ada ended maintenance: Forge',
      'Ada changed maintenance: Forge, Mon 11 Jan 09:00 to Mon 11 Jan 11:00 (Europe/Berlin)',
    ]);
  });

  test('is removed before it begins; of a weekly one what was stays', async () => {
    await plan({ startsAt: now + HOUR_MS, endsAt: now + 2 * HOUR_MS });
    expect((await remove(1)).status).toBe(200);
    expect((await remove(1)).status).toBe(404);
    await plan();
    expect((await remove(2)).status).toBe(409);
    await plan({ repeat: 'weekly' });
    expect((await remove(3)).status).toBe(200);
    expect(await list()).toMatchObject([
      { id: 2 },
      { id: 3, startsAt: now, endsAt: now + HOUR_MS, repeat: 'none' },
    ]);
    expect((await said())[0]).toBe('Ada removed maintenance: Forge');
  });

  test('is refused with a reason when it cannot be', async () => {
    const refused = [
      [{ platforms: ['atlantis'] }, 'platforms has atlantis, which is not in this mesh.'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone must be a name such as Europe/Berlin.'],
      [{ endsAt: now }, 'endsAt must be after startsAt.'],
      [{ startsAt: now - HOUR_MS, endsAt: now - 1 }, 'endsAt must be in the future.'],
      [{ endsAt: now + 31 * DAY_MS + 1 }, 'endsAt must be at most 31 days after startsAt.'],
      [
        { endsAt: now + 8 * DAY_MS, repeat: 'weekly' },
        'endsAt must be at most 7 days after startsAt.',
      ],
      [
        { startsAt: now + 400 * DAY_MS, endsAt: now + 401 * DAY_MS },
        'startsAt must be within a year.',
      ],
    ] as const;
    for (const [fields, message] of refused) {
      const answer = await plan(fields);
      expect([answer.status, (await answer.json()).message]).toEqual([400, message]);
    }
    expect((await plan({ platforms: [] })).status).toBe(400);
    expect((await server.call('/api/maintenance', { json: window() })).status).toBe(401);
    expect(await list()).toEqual([]);
  });

  test('is one of at most 200', async () => {
    const coming = { ...window(), startsAt: now + HOUR_MS, endsAt: now + DAY_MS };
    const stored = { ...coming, createdBy: 'Ada', createdAt: now };
    await server.node.journal.commit(async (tx) => {
      for (let i = 1; i < 200; i++) await insertMaintenance(tx, stored);
    });
    expect((await plan()).status).toBe(200);
    expect((await plan()).status).toBe(409);
  });
});

describe('an incident in maintenance', () => {
  test('is planned and silent until the window is over and its platform is not back', async () => {
    await plan();
    await round('error');
    expect(await openIncident()).toMatchObject({ planned: true, status: 'error' });
    expect(await bell()).toEqual([]);
    now += HOUR_MS;
    await round('error');
    expect(await openIncident()).toMatchObject({ planned: false });
    expect(await bell()).toEqual(['Forge is down']);
    const events = (await findIncident(server.node.db, 1))?.events.map(({ text }) => text);
    expect(events).toContain('The maintenance window is over and Forge is not back.');
    await round('connected');
    expect(await bell()).toEqual(['Forge is back', 'Forge is down']);
  });

  test('that ends in it rings nothing', async () => {
    await plan();
    await round('error');
    await round('connected');
    expect(await findIncident(server.node.db, 1)).toMatchObject({ planned: true, endedAt: now });
    expect(await bell()).toEqual([]);
  });

  test('that began before stays what it is, and says so', async () => {
    await round('error');
    await plan();
    await round('error');
    expect(await openIncident()).toMatchObject({ planned: false });
    now += HOUR_MS;
    await saysSoon('Maintenance ended: Forge');
    const events = (await findIncident(server.node.db, 1))?.events.filter(
      ({ kind }) => kind === 'maintenance',
    );
    expect(events?.map(({ text }) => text)).toEqual([
      'A maintenance window began. This incident is older, so it is not planned.',
      'A maintenance window ended.',
    ]);
  });
});
