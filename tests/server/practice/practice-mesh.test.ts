import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { createIdentity } from '../../../server/mesh/identity.ts';
import { createMesh } from '../../../server/mesh/mesh.ts';
import { createShelf } from '../../../server/mesh/shelf.ts';
import { mannerAt, startPracticeMesh } from '../../../server/practice/practice-mesh.ts';
import { openDatabase } from '../../../server/store/database.ts';
import { openJournal } from '../../../server/store/journal.ts';
import { readStats } from '../../../server/store/stats.ts';

// Real servers on a machine that others use as well.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const ROOT = resolve(import.meta.dirname, '../../..');
const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function practise() {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-practice-'));
  ends.push(() => rmSync(dir, { recursive: true }));
  const { mesh: config } = readConfig({ DATA_DIR: dir }, ROOT);
  const identity = await createIdentity(config.node.id);
  const practice = await startPracticeMesh(config.platforms, {
    node: { id: identity.id, jwks: identity.jwks(), address: () => undefined },
    lateMs: config.probe.lateMs,
    now: Date.now,
  });
  ends.push(practice.close);
  const db = await openDatabase(dir);
  ends.push(() => db.destroy());
  const journal = await openJournal(db, Date.now);
  const quiet = () => undefined;
  const mesh = createMesh({
    config,
    db,
    journal,
    identity,
    shelf: createShelf(Date.now),
    addresses: practice.addresses,
    now: Date.now,
    log: { info: quiet, warn: quiet, error: quiet },
  });
  ends.push(mesh.stop);
  return { config, db, mesh, practice };
}

test('the configured mesh measures connected, connected, warning, connected, error, connected', async () => {
  const { config, db, mesh } = await practise();
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

test('each sister is a server of her own on a free loopback port, so that two meshes fit one machine', async () => {
  const [one, two] = await Promise.all([practise(), practise()]);
  const origins = [one, two].flatMap(({ practice }) => [...practice.addresses.values()]);
  expect(new Set(origins).size).toBe(12);
  for (const origin of origins) expect(new URL(origin).hostname).toBe('127.0.0.1');
});

test('sisters believe their own node alone', async () => {
  const { practice } = await practise();
  const forge = practice.addresses.get('forge');
  const unsigned = await fetch(`${forge}/mesh/probe`, { method: 'POST', body: '{}' });
  expect(unsigned.status).toBe(401);
});

test('a sister knows who has called her, and says so in a handshake', async () => {
  const { mesh } = await practise();
  await mesh.start();
  const { reached, disagreements } = await mesh.sync();
  expect(reached).toBe(5);
  expect(disagreements).toEqual([]);
});

test('the first five places behave as documented, later ones promptly', () => {
  const manners = Array.from({ length: 7 }, (_, place) => mannerAt(place, 250));
  expect(manners.map(({ answers }) => answers)).toEqual([
    'promptly',
    'promptly',
    'late',
    'promptly',
    'never',
    'promptly',
    'promptly',
  ]);
  expect(manners[2]).toMatchObject({ byMs: 400 });
});
