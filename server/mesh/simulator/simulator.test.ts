import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createPublishedProofs } from '../../../tests/doubles/published-proofs.ts';
import { openTestDatabase } from '../../../tests/server/engine.ts';
import { leading } from '../../../tests/server/mesh/mesh-rig.ts';
import { createClock } from '../../base/clock.ts';
import { createLoops } from '../../base/loop.ts';
import { readConfig } from '../../config/config.ts';
import { readStats } from '../../dashboard/rows.ts';
import { openJournal } from '../../database/journal.ts';
import { createIdentity } from '../keys/identity.ts';
import { NO_LEADER } from '../leader-calls.ts';
import { createMesh } from '../mesh.ts';
import { behaviourAt, startSimulator } from './simulator.ts';

// Real servers on a machine that others use as well.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const ROOT = resolve(import.meta.dirname, '../../..');
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function simulate() {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-simulator-'));
  ends.push(() => rmSync(dir, { recursive: true }));
  const { mesh: config } = readConfig({ DATA_DIR: dir }, ROOT);
  const clock = createClock();
  const loops = createLoops(clock);
  const identity = await createIdentity(config.node.id);
  const simulator = await startSimulator(config.platforms, {
    node: { id: identity.id, jwks: identity.jwks(), address: () => undefined },
    lateMs: config.probe.lateMs,
    clock,
    loops,
    published: createPublishedProofs(),
  });
  ends.push(simulator.close);
  const db = await openTestDatabase(dir);
  ends.push(() => db.destroy());
  const journal = await openJournal(db, Date.now);
  const quiet = () => undefined;
  const mesh = leading(
    createMesh({
      config,
      db,
      journal,
      identity,
      published: createPublishedProofs(),
      addresses: simulator.addresses,
      clock,
      loops,
      log: { info: quiet, warn: quiet, error: quiet },
      bulkTimeoutMs: 5_000,
      leader: NO_LEADER,
      notify: async () => undefined,
    }),
    journal,
  );
  ends.push(mesh.stop);
  return { config, db, mesh, simulator };
}

test('the configured mesh measures connected, connected, warning, connected, error, connected', async () => {
  const { config, db, mesh } = await simulate();
  await mesh.start();
  const connections = await mesh.connections();
  expect(connections.map(({ id }) => id)).toEqual(config.platforms.map(({ id }) => id));
  expect(connections.map(({ status }) => status)).toEqual([
    'connected',
    'connected',
    'warning',
    'connected',
    'error',
    'connected',
  ]);
  expect((await readStats(db)).meshConnections).toBe(6);
  expect(connections[2]?.latencyMs).toBeGreaterThanOrEqual(config.probe.lateMs + 149);
});

test('each peer has its own free loopback port, so that two simulators fit on one machine', async () => {
  const [one, two] = await Promise.all([simulate(), simulate()]);
  const origins = [one, two].flatMap(({ simulator }) => [...simulator.addresses.values()]);
  expect(new Set(origins).size).toBe(12);
  for (const origin of origins) expect(new URL(origin).hostname).toBe('127.0.0.1');
});

test('peers accept signed calls only', async () => {
  const { simulator } = await simulate();
  const forge = simulator.addresses.get('forge');
  const unsigned = await fetch(`${forge}/mesh/probe`, { method: 'POST', body: '{}' });
  expect(unsigned.status).toBe(401);
});

test('a peer answers a handshake with a view of its callers', async () => {
  const { mesh } = await simulate();
  await mesh.start();
  const { reached, conflicts } = await mesh.sync();
  expect(reached).toBe(5);
  expect(conflicts).toEqual([]);
});

test('only the third peer is late, and only the fifth never answers', () => {
  const behaviours = Array.from({ length: 7 }, (_, index) => behaviourAt(index, 250));
  expect(behaviours.map(({ answers }) => answers)).toEqual([
    'promptly',
    'promptly',
    'late',
    'promptly',
    'never',
    'promptly',
    'promptly',
  ]);
  expect(behaviours[2]).toMatchObject({ byMs: 400 });
});
