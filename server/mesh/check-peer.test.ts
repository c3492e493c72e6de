import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestPeer } from '../../tests/server/mesh/test-peer.ts';
import { startLoopback } from '../../tests/server/mesh/transport/loopback.ts';
import { createClock } from '../base/clock.ts';
import { checkPeer } from './check-peer.ts';
import { createIdentity, type Identity } from './keys/identity.ts';
import { createTransport } from './transport/transport.ts';

const ends: (() => Promise<void>)[] = [];
let node: Identity;
beforeEach(async () => {
  node = await createIdentity('meridian');
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function peerOf(options: Partial<Parameters<typeof startTestPeer>[0]> = {}) {
  const peer = await startTestPeer({ id: 'forge', node, now: Date.now, ...options });
  ends.push(peer.close);
  return peer;
}

async function check(address: string, keys?: string[]) {
  const transport = createTransport({ addresses: new Map([['forge', address]]) });
  ends.push(async () => transport.dropConnections());
  const platform = { id: 'forge', name: 'Forge', domain: 'forge.mesh.example', address };
  const { findings, changes } = await checkPeer(
    { ...platform, ...(keys && { keys }) },
    { identity: node, transport, clock: createClock(), timeoutMs: 2_000 },
  );
  const texts = findings.map(([label, value]) => [label, value] as const);
  return { ...Object.fromEntries(texts), changes };
}

test('a peer that is fine shows its key, id, clock and version, and nothing to change', async () => {
  const peer = await peerOf();
  const [key] = peer.identity.jwks().keys;
  expect(await check(peer.address)).toEqual({
    key: `${key?.kid} (not pinned)`,
    answers: expect.stringMatching(/^in \d+ ms$/),
    id: 'forge',
    clock: expect.stringMatching(/^\d\.\d s (ahead|behind) of this one \(fine\)$/),
    version: 'test',
    changes: [],
  });
  expect(await check(peer.address, [key?.kid ?? ''])).toMatchObject({
    key: `${key?.kid} (pinned)`,
  });
});

test('a peer with another id shows that id', async () => {
  const { address } = await peerOf({ id: 'harbor' });
  expect(await check(address)).toMatchObject({
    answers: expect.stringContaining('it has another id than the configuration says'),
    id: 'harbor',
    changes: [
      'The id here is "forge", there it is "harbor": make platforms[].id here equal to node.id there.',
    ],
  });
});

test('a peer that does not know this node says which id it needs', async () => {
  const { address } = await peerOf({ node: await createIdentity('somebody') });
  const { changes } = await check(address);
  expect(changes[0]).toContain('needs a platform with "id": "meridian"');
});

test('a peer with a wrong clock says how far it is off', async () => {
  const { address } = await peerOf({ now: () => Date.now() - 60_000 });
  expect(await check(address)).toMatchObject({
    clock: expect.stringMatching(/^(59|60)\.\d s behind of this one \(too far\)$/),
    changes: [expect.stringContaining('Set the clocks')],
  });
});

test('a peer without the pinned key, an other server and a closed port say what to change', async () => {
  const { address } = await peerOf();
  expect(await check(address, ['x'.repeat(43)])).toMatchObject({
    changes: [expect.stringContaining('none of the pinned keys')],
  });
  const web = await startLoopback((_request, response) => response.end('<html>'));
  expect(await check(web.address)).toMatchObject({
    answers: 'HTTP 200, but no key at /.well-known/jwks.json',
    changes: [expect.stringContaining('No mesh node answers there')],
  });
  await web.close();
  expect(await check(web.address)).toMatchObject({
    answers: 'no: cannot be reached',
    changes: [expect.stringContaining('Check the address')],
  });
});
