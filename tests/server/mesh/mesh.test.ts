import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../../contract/live.ts';
import type { MeshConfig } from '../../../server/config.ts';
import { createIdentity, type Identity } from '../../../server/mesh/identity.ts';
import { createMesh, type Mesh } from '../../../server/mesh/mesh.ts';
import { createShelf } from '../../../server/mesh/shelf.ts';
import { listActivity } from '../../../server/store/activity.ts';
import { type Database, openDatabase } from '../../../server/store/database.ts';
import { type Journal, openJournal } from '../../../server/store/journal.ts';
import { readStats } from '../../../server/store/stats.ts';
import { createHandClock, type HandClock } from './hand-clock.ts';
import { startTestSister, type TestSister } from './test-sister.ts';

// Real servers on a machine that others use as well.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const CONFIG: MeshConfig = {
  product: 'Meridian',
  parentSite: 'https://mesh.example',
  node: { id: 'meridian', name: 'Meridian', domain: 'meridian.mesh.example' },
  platforms: ['forge', 'archive'].map((id) => ({
    id,
    name: id === 'forge' ? 'Forge' : 'Archive',
    domain: `${id}.mesh.example`,
  })),
  compliance: ['S11.1'],
  probe: { intervalSec: 10, lateMs: 250, timeoutMs: 1500 },
  heartbeat: { enabled: false, intervalSec: 30 },
};

let dir: string;
let db: Database;
let journal: Journal;
let clock: HandClock;
let node: Identity;
let forge: TestSister;
let archive: TestSister;
let mesh: Mesh;
let told: Change[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-mesh-'));
  clock = createHandClock();
  db = await openDatabase(dir);
  journal = await openJournal(db, clock.now);
  node = await createIdentity('meridian');
  forge = await startTestSister({ id: 'forge', node, now: clock.now });
  archive = await startTestSister({ id: 'archive', node, now: clock.now });
  mesh = meshOf();
  told = [];
  journal.subscribe((change) => told.push(change));
});

afterEach(async () => {
  await mesh.stop();
  await Promise.all([forge.close(), archive.close()]);
  await db.destroy();
  rmSync(dir, { recursive: true });
});

function meshOf(changed: Partial<MeshConfig> = {}): Mesh {
  return createMesh({
    config: { ...CONFIG, ...changed },
    db,
    journal,
    identity: node,
    shelf: createShelf(clock.now),
    addresses: new Map([forge, archive].map(({ id, address }) => [id, address])),
    now: clock.now,
    log: { info: ignore, warn: ignore, error: fail },
    clock,
  });
}

const ignore = () => undefined;
function fail(facts: object): never {
  throw new Error('the mesh logged an error', { cause: facts });
}

const statuses = async () => (await mesh.connections()).map(({ status }) => status);
const rows = async () =>
  (await listActivity(db, { limit: 50 })).map(({ message, severity }) => `${severity}: ${message}`);
const keys = () => told.map(({ key, op }) => `${op} ${key.join('/')}`);

/** Resolves when the only call that still waits for its answer is this one. */
const othersAnswered = () => clock.sleeperOf(CONFIG.probe.timeoutMs);

/** Each call of this sister takes so long, by the clock that the test moves. */
function slow(sister: TestSister, ms: number): void {
  sister.before = async (path) => {
    if (!path.startsWith('/mesh/')) return;
    await othersAnswered();
    clock.advance(ms);
  };
}

/** This sister takes calls and never answers, until the caller's patience is used up. */
function silence(sister: TestSister): void {
  sister.before = async () => {
    await othersAnswered();
    clock.advance(CONFIG.probe.timeoutMs);
    await new Promise(() => undefined);
  };
}

function wake(sister: TestSister): void {
  sister.before = async () => undefined;
}

/** Moves time to the next round of probes, and waits until it is written. */
async function nextRound(): Promise<void> {
  const before = told.length;
  const written = new Promise<void>((resolve) => {
    const leave = journal.subscribe((change) => {
      if (change.key.at(-1) !== 'connections') return;
      leave();
      resolve();
    });
  });
  clock.advance(CONFIG.probe.intervalSec * 1000);
  await written;
  told.splice(0, before);
}

describe('a mesh that starts', () => {
  test('has probed everybody when the start is over, and tells of it', async () => {
    await mesh.start();
    expect(await mesh.connections()).toEqual([
      {
        id: 'forge',
        name: 'Forge',
        domain: 'forge.mesh.example',
        status: 'connected',
        latencyMs: 0,
        lastSeen: clock.now(),
      },
      expect.objectContaining({ id: 'archive', status: 'connected' }),
    ]);
    expect(await rows()).toEqual([
      'success: Archive (archive.mesh.example) is connected',
      'success: Forge (forge.mesh.example) is connected',
    ]);
    expect(keys()).toEqual([
      'prepend api/activity/logs',
      'prepend api/activity/logs',
      'replace api/mesh/connections',
      'replace api/dashboard/stats',
    ]);
    expect(told.at(-1)?.data).toMatchObject({ meshConnections: 3 });
    expect(told.at(-2)?.data).toEqual(await mesh.connections());
  });

  test('answers how sisters stand only after the first round, never from memory', async () => {
    await mesh.start();
    await mesh.stop();
    const lastSeen = clock.now();
    silence(archive);
    mesh = meshOf();
    const early = mesh.connections();
    const starting = mesh.start();
    const [seen, gone] = await early;
    await starting;
    expect(seen).toMatchObject({ id: 'forge', status: 'connected' });
    expect(gone).toMatchObject({ id: 'archive', status: 'error', lastSeen });
  });

  test('counts no stored status as a connection until it is measured anew', async () => {
    await mesh.start();
    await mesh.stop();
    expect((await readStats(db)).meshConnections).toBe(3);
    let during: number | undefined;
    forge.before = async () => {
      during ??= (await readStats(db)).meshConnections;
    };
    mesh = meshOf();
    await mesh.start();
    expect(during).toBe(1);
    expect((await readStats(db)).meshConnections).toBe(3);
  });

  test('leaves no row of activity for what an earlier process had found the same', async () => {
    await mesh.start();
    await mesh.stop();
    const before = await rows();
    mesh = meshOf();
    await mesh.start();
    expect(await rows()).toEqual(before);
  });
});

describe('a round of probes', () => {
  test('finds late answers and silence, each change one row, one message for all connections', async () => {
    await mesh.start();
    slow(forge, 400);
    await nextRound();
    expect(await statuses()).toEqual(['warning', 'connected']);
    expect((await rows())[0]).toBe('warning: Forge (forge.mesh.example) answers late (400 ms)');
    wake(forge);
    silence(archive);
    await nextRound();
    expect(await statuses()).toEqual(['connected', 'error']);
    expect((await rows()).slice(0, 2).sort()).toEqual([
      'error: Archive (archive.mesh.example) does not answer',
      'success: Forge (forge.mesh.example) answers in time again',
    ]);
    expect(keys()).toEqual([
      'prepend api/activity/logs',
      'prepend api/activity/logs',
      'replace api/mesh/connections',
      'replace api/dashboard/stats',
    ]);
    expect(told.at(-1)?.data).toMatchObject({ meshConnections: 2 });
  });

  test('without news tells the connections alone', async () => {
    await mesh.start();
    await nextRound();
    expect(keys()).toEqual(['replace api/mesh/connections']);
    const [connection] = await mesh.connections();
    expect(connection?.lastSeen).toBe(clock.now());
  });

  test('does not let a single late answer flap', async () => {
    await mesh.start();
    forge.before = async () => {
      wake(forge);
      clock.advance(400);
    };
    await nextRound();
    expect(await statuses()).toEqual(['connected', 'connected']);
    expect(forge.taken).toEqual(['probe', 'probe', 'probe']);
  });

  test('takes a third look at lateness that this process itself may have made', async () => {
    await mesh.start();
    clock.delayMs = 200;
    slow(forge, 400);
    await nextRound();
    expect(await statuses()).toEqual(['warning', 'connected']);
    expect(forge.taken).toHaveLength(1 + 3);
    clock.delayMs = 100;
    wake(forge);
    await nextRound();
    slow(forge, 400);
    await nextRound();
    expect(forge.taken).toHaveLength(1 + 3 + 1 + 2);
  });

  test('sees a sister come back under another key as an error, until her keys are read again', async () => {
    await mesh.start();
    await archive.close();
    const impostor = await createIdentity('archive');
    const { port } = new URL(archive.address);
    archive = await startTestSister({
      id: 'archive',
      node,
      now: clock.now,
      impostor,
      port: Number(port),
    });
    await nextRound();
    expect(await statuses()).toEqual(['connected', 'error']);
    expect((await rows())[0]).toBe(
      'error: Archive (archive.mesh.example) signs with a key that it does not publish',
    );
  });

  test('keeps what every probe found', async () => {
    await mesh.start();
    silence(archive);
    await nextRound();
    const history = await mesh.history({ platform: 'archive' });
    expect(history).toMatchObject([
      { platform: 'archive', status: 'connected', latencyMs: 0 },
      { platform: 'archive', status: 'error', latencyMs: null },
    ]);
    expect(history[1]?.at).toBe((history[0]?.at ?? 0) + 10_000);
  });
});

describe('a sync', () => {
  test('shakes hands with everybody, counts it, and leaves one row with the outcome', async () => {
    await mesh.start();
    told = [];
    expect(await mesh.sync()).toMatchObject({ asked: 2, reached: 2, disagreements: [] });
    expect((await rows())[0]).toBe(
      'success: Mesh sync: 2 of 2 platforms answered; no disagreements',
    );
    expect(keys()).toEqual(['prepend api/activity/logs', 'replace api/dashboard/stats']);
    expect(told.at(-1)?.data).toMatchObject({ route66Handshakes: 2 });
    await mesh.sync();
    expect((await readStats(db)).route66Handshakes).toBe(4);
  });

  test('says who did not answer and who sees the mesh otherwise', async () => {
    await mesh.start();
    forge.view = [{ platform: 'archive', status: 'error', lastSeen: null }];
    silence(archive);
    const { message, reached } = await mesh.sync();
    expect(reached).toBe(1);
    expect(message).toBe(
      'Mesh sync: 1 of 2 platforms answered; Archive (archive.mesh.example) does not answer; Forge sees Archive as error, this node as connected',
    );
    expect((await rows())[0]).toBe(`warning: ${message}`);
  });

  test('row 27: is one at a time; when too many wait, the next is sent away', async () => {
    await mesh.start();
    const syncs = await Promise.allSettled(Array.from({ length: 8 }, () => mesh.sync()));
    expect(syncs.map(({ status }) => status)).toEqual([
      ...Array(4).fill('fulfilled'),
      ...Array(4).fill('rejected'),
    ]);
    expect(forge.taken.filter((call) => call === 'handshake')).toHaveLength(4);
  });
});

describe('heartbeats', () => {
  test('go out after the first round and then each interval; what became of them is told', async () => {
    silence(archive);
    mesh = meshOf({ heartbeat: { enabled: true, intervalSec: 30 } });
    await mesh.start();
    await clock.sleeperOf(30_000 - CONFIG.probe.timeoutMs);
    const { heartbeat, meshStats, forgeRun, platform } = await mesh.summary(['GET /x']);
    expect(heartbeat).toEqual({
      enabled: true,
      intervalSec: 30,
      sentCount: 2,
      lastSuccess: expect.stringMatching(/^20\d\d-/),
      lastError: 'Archive (archive.mesh.example) does not answer',
    });
    expect(meshStats.meshConnections).toBe(2);
    expect([platform, forgeRun]).toEqual(['Meridian', forge.address]);
  });

  test('are not sent by themselves when they are off, but a ping sends one now', async () => {
    await mesh.start();
    expect((await mesh.summary([])).heartbeat).toEqual({
      enabled: false,
      intervalSec: 30,
      sentCount: 0,
      lastSuccess: null,
      lastError: null,
    });
    expect(await mesh.ping()).toEqual({ sent: 2, taken: 2 });
    expect((await mesh.summary([])).heartbeat).toMatchObject({ sentCount: 2, lastError: null });
    expect((await rows())[0]).toBe('success: Heartbeat sent by hand: 2 of 2 platforms took it');
  });
});

test('a reconnect drops every connection and probes anew', async () => {
  const ports = new Set<number | undefined>();
  forge.app.server.on('connection', (socket) => ports.add(socket.remotePort));
  await mesh.start();
  await mesh.ping();
  expect(ports.size).toBe(1);
  await mesh.reconnect();
  expect(ports.size).toBe(2);
  expect((await rows())[0]).toBe('success: Manual reconnect: 2 of 2 platforms answered');
});

test('health is good while rounds are made, and not when they stop', async () => {
  await mesh.start();
  expect(mesh.health()).toEqual({
    ok: true,
    platform: 'Meridian',
    uptime: 0,
    heartbeat_interval_sec: 30,
    compliance: ['S11.1'],
  });
  await mesh.stop();
  clock.advance(60_000);
  expect(mesh.health()).toMatchObject({ ok: false, uptime: 60 });
});

test('a mesh that is stopped in the middle of a round ends at once and writes nothing', async () => {
  const asked = new Promise<void>((resolve) => {
    forge.before = () => {
      resolve();
      return new Promise(() => undefined);
    };
  });
  const starting = mesh.start();
  await asked;
  await mesh.stop();
  await starting;
  expect(told).toEqual([]);
  expect(await mesh.connections()).toMatchObject([{ status: 'unknown' }, { status: 'unknown' }]);
});
