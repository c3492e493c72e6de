import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMeshRig, type MeshRig } from '../../../tests/server/mesh/mesh-rig.ts';
import { startTestPeer } from '../../../tests/server/mesh/test-peer.ts';
import { listKeys, recordPeerKeys } from '../rows/peer-keys.ts';

let rig: MeshRig;
beforeEach(async () => {
  rig = await createMeshRig();
});
afterEach(() => rig.end());

const thumbprint = () => rig.archive.identity.jwks().keys[0]?.kid ?? '';

/** Archive comes back with a new identity at the same address. */
async function replaceArchive(): Promise<void> {
  await rig.archive.close();
  const port = Number(new URL(rig.archive.address).port);
  rig.archive = await startTestPeer({ id: 'archive', node: rig.node, now: rig.clock.now, port });
}

const keyChange = async () => (await rig.mesh.connections())[1]?.keyChange;

describe('a new key of an unpinned platform', () => {
  test('adds a warning with both thumbprints, and is shown until it is acknowledged', async () => {
    await rig.mesh.start();
    expect(await keyChange()).toBeNull();
    const from = thumbprint();
    await replaceArchive();
    const to = thumbprint();
    const at = rig.clock.now() + 10_000;
    await rig.nextRound();
    await expect.poll(keyChange).toEqual({ from, to, at });
    expect(await rig.rows()).toContain(`warning: Archive has a new key: ${to} instead of ${from}`);

    await rig.mesh.stop();
    rig.mesh = rig.meshOf();
    await rig.mesh.start();
    expect(await keyChange()).toEqual({ from, to, at });

    expect(await rig.mesh.acknowledgeKey('archive', 'ada')).toBe(true);
    expect(await keyChange()).toBeNull();
    expect(rig.emitted.at(-1)?.data).toEqual(await rig.mesh.connections());
    expect((await rig.rows())[0]).toBe('primary: ada acknowledged the new key of Archive');
    expect(await rig.db.selectFrom('audit').selectAll().execute()).toMatchObject([
      { action: 'key.acknowledged', target: 'Archive', detail: `${to} instead of ${from}` },
    ]);
    expect(await rig.mesh.acknowledgeKey('archive', 'ada')).toBe(false);
  });

  test('is not reported when the configuration names the keys, or the peers are simulated', async () => {
    const [forge, archive] = [rig.forge, rig.archive].map(
      ({ identity }) => identity.jwks().keys[0],
    );
    const platforms = [forge, archive].map((key, index) => ({
      id: index === 0 ? 'forge' : 'archive',
      name: 'Named',
      domain: 'x',
      keys: [key?.kid ?? ''],
    }));
    for (const mesh of [rig.meshOf({ platforms }), rig.meshOf({}, { simulated: true })]) {
      rig.mesh = mesh;
      await rig.mesh.start();
      await replaceArchive();
      await rig.nextRound();
      await rig.mesh.stop();
      expect(await keyChange()).toBeNull();
      expect((await rig.rows()).filter((row) => row.includes('new key'))).toEqual([]);
    }
  });
});

test('a platform that publishes ever new keys has a bounded number of them stored', async () => {
  const record = (name: string, at: number) =>
    rig.journal.commit((tx) => recordPeerKeys(tx, 'archive', [name], at));
  for (let i = 0; i < 130; i++) await record(`key-${i}`, 1000 + i);
  expect(await record('key-129', 2000)).toBeNull();
  expect(await listKeys(rig.db, 'archive', 1000)).toHaveLength(100);
});
