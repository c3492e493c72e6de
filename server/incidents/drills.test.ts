import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { keyOf } from '../../contract/paths.ts';
import { IncidentListSchema } from '../../contract/shapes/incident.ts';
import { StatsSchema } from '../../contract/shapes/system.ts';
import { replay } from '../../tests/server/replay.ts';
import { storeRound } from '../../tests/server/rounds.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { listActivity } from '../activity/rows.ts';
import type { Config } from '../config/config.ts';
import { listNotifications } from '../notifications/rows.ts';

let dataDir: string;
let server: TestServer;
let cookie: string;
let now: number;

/** With one platform in the simulator, which is probed once. */
const configure = ({ mesh, ...config }: Config): Config => ({
  ...config,
  mesh: {
    ...mesh,
    platforms: mesh.platforms.filter(({ id }) => id === 'forge'),
    probe: { ...mesh.probe, intervalSec: 3600 },
  },
});
async function start(): Promise<void> {
  server = await startServer({ env: { DATA_DIR: dataDir }, now: () => now, configure });
  await server.node.mesh.connections();
}
beforeEach(async () => {
  now = 1_800_000_000_000;
  dataDir = await temporaryDir();
  await start();
  cookie = (await server.signUp('Ada')).cookie;
});
afterEach(() => server.close());

const begin = (platform = 'forge', minutes = 10) =>
  server.call('/api/drills', { cookie, json: { platform, minutes } });
const end = (platform = 'forge') =>
  server.call(`/api/drills/${platform}`, { cookie, method: 'DELETE' });
const acknowledge = () =>
  server.call('/api/incidents/1/acknowledge', { cookie, json: { note: 'I practise' } });
const list = async () =>
  IncidentListSchema.parse(await (await server.call('/api/incidents', { cookie })).json());
const counted = async () => {
  const stats = await (await server.call('/api/dashboard/stats', { cookie })).json();
  const { meshConnections, meshSize } = StatsSchema.parse(stats);
  return { meshConnections, meshSize };
};
const activity = async () =>
  (await listActivity(server.node.db, { limit: 50 })).map(({ message }) => message);
const drillRows = async () => (await activity()).filter((message) => message.includes('DRILL'));
const bell = async () =>
  (await listNotifications(server.node.db, 'nobody')).map(({ title, link }) => `${title} ${link}`);

describe('a drill', () => {
  test('is an incident that nothing else knows of, and leaves one row', async () => {
    const before = await activity();
    expect((await begin()).status).toBe(200);
    expect(await list()).toMatchObject([
      { id: 1, platform: 'forge', status: 'error', drillUntil: now + 10 * MINUTE_MS },
    ]);
    expect(await bell()).toEqual(['DRILL: Forge is down /incidents/1']);
    const connections = await server.call('/api/mesh/connections', { cookie });
    expect(await connections.json()).toMatchObject([{ id: 'forge', status: 'connected' }]);
    expect(await counted()).toEqual({ meshConnections: 1, meshSize: 2 });
    now += 2 * MINUTE_MS;
    expect((await acknowledge()).status).toBe(200);
    expect(await activity()).toEqual(before);
    const { seq } = await replay(server.node.journal, 0);
    expect((await end()).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await counted()).toEqual({ meshConnections: 2, meshSize: 2 });
    expect((await server.call('/api/incidents/1', { cookie })).status).toBe(404);
    expect(await activity()).toEqual([
      'DRILL ended: Forge, acknowledged by Ada after 2 min',
      ...before,
    ]);
    expect(await bell()).toEqual(['DRILL ended: Forge /logs']);
    const { changes } = await replay(server.node.journal, seq);
    const numbers = changes.filter(({ key }) => key.join() === keyOf('stats').join());
    expect(numbers).toMatchObject([{ op: 'replace', data: { meshConnections: 2 } }]);
    const published = changes.filter(({ key }) => key.join() === keyOf('incidents').join());
    expect(published).toMatchObject([{ op: 'replace', data: [] }]);
    const events = await server.node.db.selectFrom('incidentEvents').selectAll().execute();
    expect(events).toEqual([]);
  });

  test('ends with its time, also when this node was off then', async () => {
    await begin('forge', 5);
    now += 5 * MINUTE_MS;
    await expect
      .poll(drillRows, { timeout: 5000 })
      .toEqual(['DRILL ended: Forge, not acknowledged']);
    await begin('forge', 5);
    await server.close();
    now += 60 * MINUTE_MS;
    await start();
    await expect.poll(drillRows, { timeout: 5000 }).toHaveLength(2);
    expect(await list()).toEqual([]);
  });

  test('goes on over a restart before its end', async () => {
    await begin();
    await server.close();
    await start();
    expect(await list()).toHaveLength(1);
    now += 10 * MINUTE_MS;
    await expect.poll(drillRows, { timeout: 5000 }).toHaveLength(1);
  });

  test('ends as soon as its platform is really down', async () => {
    await begin();
    await storeRound(server, { Forge: 'connected' }, now);
    expect(await list()).toMatchObject([{ id: 1 }]);
    await storeRound(server, { Forge: 'error' }, now);
    expect(await list()).toMatchObject([{ id: 2, drillUntil: null }]);
    expect(await drillRows()).toHaveLength(1);
    expect(await bell()).toEqual(['Forge is down /incidents/2', 'DRILL ended: Forge /logs']);
  });

  test('is refused for a platform that is unknown, in a drill, or down', async () => {
    expect((await begin('atlantis')).status).toBe(404);
    expect((await begin('forge', 0)).status).toBe(400);
    expect((await begin('forge', 121)).status).toBe(400);
    expect((await end()).status).toBe(404);
    await begin();
    expect((await begin()).status).toBe(409);
    await end();
    await storeRound(server, { Forge: 'warning' }, now);
    const answer = await begin();
    expect(answer.status).toBe(409);
    expect((await answer.json()).message).toBe('This platform has an open incident.');
    expect((await end()).status).toBe(404);
  });
});
