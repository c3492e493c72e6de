import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, MESH_CONFIG, type MeshRig } from '../../tests/server/mesh/mesh-rig.ts';
import { createLoops } from '../base/loop.ts';
import { readStats } from '../dashboard/rows.ts';
import { soleTermJournal } from '../database/journal.ts';
import { syncPlatforms } from '../platforms/rows/definitions.ts';
import { NO_LEADER } from './leader-calls.ts';
import { createMesh, type Mesh } from './mesh.ts';
import type { MeshTerm } from './mesh-term.ts';
import { listAbsences } from './rows/absences.ts';
import { publishedProofs } from './rows/shared-wire.ts';
import { totalTimes } from './rows/span-times.ts';

const GAP_MAX_MS = 34_500;
const INTERVAL_MS = MESH_CONFIG.probe.intervalSec * 1000;

let rig: MeshRig;
let other: Mesh;
const terms: MeshTerm[] = [];
beforeEach(async () => {
  rig = await createMeshRig();
  const { platforms } = MESH_CONFIG;
  await rig.journal.commit((tx) => syncPlatforms(tx, platforms, 0));
  other = instance();
});
afterEach(async () => {
  for (const term of terms.splice(0)) await term.close();
  await other.close();
  await rig.end();
});

/** Another instance of the same node. */
const instance = () =>
  createMesh({
    ...{ config: MESH_CONFIG, db: rig.db, journal: rig.journal, clock: rig.clock },
    loops: createLoops(rig.clock),
    ...{ identity: rig.node, published: publishedProofs(rig.db, rig.clock.now) },
    ...{ addresses: rig.addresses, leader: NO_LEADER, bulkTimeoutMs: 5_000 },
    notify: async () => undefined,
    log: { info: ignore, warn: ignore, error: ignore },
  });
const ignore = () => undefined;

function takeOver(): MeshTerm {
  const term = other.lead({ journal: soleTermJournal(rig.journal), goesOn: true });
  terms.push(term);
  return term;
}

describe('an instance that does not lead', () => {
  test('answers what the leader has measured', async () => {
    rig.mute(rig.archive);
    await rig.mesh.start();
    const connections = await rig.mesh.connections();
    expect(connections.map(({ status }) => status)).toEqual(['connected', 'error']);
    expect(await other.connections()).toEqual(connections);
    expect(await other.platform('forge')).toEqual(await rig.mesh.platform('forge'));
    const { forgeRun } = await other.summary([]);
    expect(forgeRun).toBe(rig.forge.address);
    const { view } = await other.peerRoutes.handlers.handshake('forge', { view: [] });
    expect(view.map(({ status }) => status)).toEqual(['connected', 'error']);
  });

  test('answers that nothing is known when nobody has measured for a while', async () => {
    await rig.mesh.start();
    await rig.mesh.stop();
    rig.clock.advance(GAP_MAX_MS);
    expect((await other.connections()).map(({ status }) => status)).toEqual([
      'connected',
      'connected',
    ]);
    expect((await other.health()).ok).toBe(true);
    rig.clock.advance(1);
    expect((await other.connections()).map(({ status }) => status)).toEqual(['unknown', 'unknown']);
    rig.clock.advance(1000);
    expect((await other.health()).ok).toBe(false);
  });

  test('refuses what only the leader can do when nobody leads', async () => {
    await expect(other.sync()).rejects.toMatchObject({ status: 503 });
  });
});

describe('an instance that takes over', () => {
  test('goes on with what the former leader has just measured', async () => {
    rig.mute(rig.archive);
    await rig.mesh.start();
    const before = await rig.mesh.connections();
    const rows = await rig.rows();
    await rig.mesh.stop();
    rig.clock.advance(INTERVAL_MS);

    let during: unknown;
    rig.forge.before = async () => {
      during ??= [await other.connections(), (await readStats(rig.db)).meshConnections];
    };
    const term = takeOver();
    await term.start();
    // Nothing was unknown in between, and nothing is news.
    expect(during).toEqual([before, 2]);
    expect((await term.connections()).map(({ status, since }) => [status, since])).toEqual(
      before.map(({ status, since }) => [status, since]),
    );
    expect(await rig.rows()).toEqual(rows);
    const period = { from: 0, to: rig.clock.now() };
    expect(await listAbsences(rig.db, period)).toEqual([]);
    const times = (await totalTimes(rig.db, { platforms: ['forge'], ...period })).get('forge');
    // The first round took as long as it waited for an answer.
    expect(times?.upMs).toBe(INTERVAL_MS + MESH_CONFIG.probe.timeoutMs);
  });

  test('knows nothing when nobody has measured for a while', async () => {
    await rig.mesh.start();
    await rig.mesh.stop();
    const from = rig.clock.now();
    rig.clock.advance(GAP_MAX_MS + 1);
    let during: unknown;
    rig.forge.before = async () => {
      during ??= (await readStats(rig.db)).meshConnections;
    };
    await takeOver().start();
    expect(during).toBe(1);
    const to = rig.clock.now();
    expect(await listAbsences(rig.db, { from: 0, to: to + 1 })).toEqual([
      { from, to, reason: 'off' },
    ]);
  });
});
