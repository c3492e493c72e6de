import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Change } from '../../../contract/live.ts';
import type { ProofStatus } from '../../../contract/shapes/proof.ts';
import { identityOf } from '../../../tests/server/engine.ts';
import { quietMesh } from '../../../tests/server/mesh/quiet-mesh.ts';
import { startTestPeer, type TestPeer } from '../../../tests/server/mesh/test-peer.ts';
import { replay } from '../../../tests/server/replay.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';
import type { Identity } from '../keys/identity.ts';
import { signProof } from './proof-token.ts';

// Real servers on a machine that others use as well.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function directory(): string {
  const dir = mkdtempSync(join(tmpdir(), 'meridian-proof-'));
  ends.push(() => rmSync(dir, { recursive: true }));
  return dir;
}

/** @returns the challenges whose signed nonces a node publishes */
async function publishedBy({ node }: TestServer): Promise<string[]> {
  const rows = await node.db.selectFrom('publishedProofs').select('challenge').execute();
  return rows.map(({ challenge }) => challenge);
}

interface NodeOptions {
  readonly id: string;
  readonly peer: { readonly id: string; readonly address: string };
  readonly dir: string;
  readonly port?: number;
}

/** A node with one peer. */
async function startMeshNode({ id, peer, dir, port = 0 }: NodeOptions): Promise<TestServer> {
  const named = (id: string) => ({ id, name: id, domain: `${id}.mesh.example` });
  const [node, platforms] = [named(id), [{ ...named(peer.id), address: peer.address }]];
  const probe = { intervalSec: 3600, lateMs: 20_000, timeoutMs: 5_000 };
  const server = await startServer({
    env: { DATA_DIR: dir },
    configure: (config) => ({ ...quietMesh({ node, probe, platforms })(config), port }),
  });
  ends.push(server.close);
  return server;
}

interface Start {
  readonly peer?: string;
  readonly deadline_sec?: unknown;
  readonly commander_origin?: string;
}

async function start(server: TestServer, cookie: string, changed: Start = {}) {
  return server.call('/api/mesh/proof/start', {
    cookie,
    json: {
      peer: 'south.mesh.example',
      deadline_sec: 60,
      commander_origin: server.url,
      ...changed,
    },
  });
}

async function challengeOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  return ((await response.json()) as { challenge_id: string }).challenge_id;
}

/** Resolves with the first emitted status of the challenge that matches. */
function emittedStatus(
  server: TestServer,
  challenge: string,
  wanted: (status: ProofStatus) => boolean,
): Promise<ProofStatus> {
  return new Promise((resolve) => {
    const take = ({ key, data }: Change) => {
      if (key.at(-1) !== challenge || !wanted(data as ProofStatus)) return;
      unsubscribe();
      resolve(data as ProofStatus);
    };
    const unsubscribe = server.node.journal.subscribe(take);
    void replay(server.node.journal, 0).then(({ changes }) => changes.forEach(take));
  });
}

async function messages(server: TestServer, cookie: string): Promise<string[]> {
  const response = await server.call('/api/activity/logs', { cookie });
  return ((await response.json()) as { message: string }[]).map(({ message }) => message);
}

describe('between two real nodes', () => {
  test('a proof is verified by the answer, the callback and the published file', async () => {
    const [northDir, southDir] = [directory(), directory()];
    const unused = { id: 'north', address: 'http://127.0.0.1:9' };
    const reserved = await startMeshNode({ id: 'south', peer: unused, dir: directory() });
    const southPort = Number(new URL(reserved.url).port);
    await ends.pop()?.();
    const north = await startMeshNode({
      id: 'north',
      peer: { id: 'south', address: `http://127.0.0.1:${southPort}` },
      dir: northDir,
    });
    const south = await startMeshNode({
      id: 'south',
      peer: { id: 'north', address: north.url },
      dir: southDir,
      port: southPort,
    });
    const { cookie } = await north.signUp();
    const challenge = await challengeOf(await start(north, cookie));
    expect(challenge).toMatch(/^[\w-]{32}$/);
    const status = await emittedStatus(north, challenge, ({ verified }) => verified);
    expect(status).toMatchObject({
      verified: true,
      server_ok: true,
      callback_ok: true,
      file_ok: true,
      peer: 'south.mesh.example',
    });
    const read = await north.call(`/api/mesh/proof/status/${challenge}`, { cookie });
    expect(await read.json()).toMatchObject({ verified: true });
    expect(await publishedBy(south)).toEqual([challenge]);
    expect(await messages(north, cookie)).toContain('south passed its proof: all three factors');
    const stats = await (await north.call('/api/dashboard/stats', { cookie })).json();
    expect(stats).toMatchObject({ route66Handshakes: 1 });
    const recent = await (await north.call('/api/mesh/proofs', { cookie })).json();
    expect(recent).toMatchObject([
      { id: challenge, peer: 'south.mesh.example', verified: true, endedAt: expect.any(Number) },
    ]);
  });
});

describe('with a scripted peer', () => {
  let node: Identity;
  let south: TestPeer;
  let server: TestServer;
  let cookie: string;
  let dir: string;

  beforeEach(async () => {
    dir = directory();
    node = await identityOf(dir, 'north');
    south = await startTestPeer({ id: 'south', node, now: Date.now });
    ends.push(south.close);
    server = await startMeshNode({ id: 'north', peer: south, dir });
    ({ cookie } = await server.signUp());
  });

  test('a rejection ends the challenge', async () => {
    const challenge = await challengeOf(await start(server, cookie, { peer: 'south' }));
    const status = await emittedStatus(server, challenge, ({ time_remaining: left }) => left === 0);
    expect(status).toMatchObject({ verified: false, server_ok: false });
    expect((await messages(server, cookie))[0]).toMatch(/^south failed its proof: /);
  });

  test('a file of another challenge or of another signer does not count', async () => {
    south.proof = async (_from, { challenge, nonce }) => {
      const subject = { challenge, nonce: `${nonce}x`, origin: server.url };
      await south.published.publish(challenge, signProof(south.identity, 'north', subject));
      return { accepted: true };
    };
    const asked = new Promise<void>((resolve) => {
      south.before = async (path) => {
        if (path.startsWith('/.well-known/route66/')) resolve();
      };
    });
    const challenge = await challengeOf(await start(server, cookie));
    await asked;
    await south.close();
    const read = await server.call(`/api/mesh/proof/status/${challenge}`, { cookie });
    expect(await read.json()).toMatchObject({
      server_ok: true,
      file_ok: false,
      callback_ok: false,
    });
  });

  test('an open challenge survives a restart', async () => {
    south.proof = () => ({ accepted: true });
    const challenge = await challengeOf(await start(server, cookie));
    await emittedStatus(server, challenge, (status) => status.server_ok === true);
    await ends.pop()?.();
    const again = await startMeshNode({ id: 'north', peer: south, dir });
    const status = await again.call(`/api/mesh/proof/status/${challenge}`, { cookie });
    expect(await status.json()).toMatchObject({ server_ok: true, verified: false });
    const health = await again.call('/api/mesh/proof/health', { cookie });
    expect(await health.json()).toMatchObject({
      service: 'route66-proof',
      challenges_active: 1,
      well_known_dir: '/.well-known/route66',
    });
  });

  test('recent proofs are listed newest first, and emitted at each step', async () => {
    const emitted: Change[] = [];
    const unsubscribe = server.node.journal.subscribe((change) => emitted.push(change));
    const first = await challengeOf(await start(server, cookie));
    await emittedStatus(server, first, ({ time_remaining: left }) => left === 0);
    south.proof = () => ({ accepted: true });
    const second = await challengeOf(await start(server, cookie));
    await emittedStatus(server, second, (status) => status.server_ok === true);
    unsubscribe();
    const listed = await (await server.call('/api/mesh/proofs', { cookie })).json();
    expect(listed).toMatchObject([
      { id: second, peer: 'south.mesh.example', server_ok: true, endedAt: null },
      { id: first, verified: false, endedAt: expect.any(Number) },
    ]);
    const ops = emitted.filter(({ key }) => key.at(-1) === 'proofs').map(({ op }) => op);
    expect(ops).toEqual(['prepend', 'patch', 'prepend', 'patch']);
    expect((await server.call('/api/mesh/proofs')).status).toBe(401);
  });

  test('refuses a peer that is an address instead of a configured platform', async () => {
    for (const peer of ['stranger', 'http://127.0.0.1:1', south.address, '169.254.169.254']) {
      const response = await start(server, cookie, { peer });
      expect([peer, response.status]).toEqual([peer, 400]);
      expect((await response.json()).message).toMatch(/by its id, domain or name; the ids are: /);
    }
    expect(south.taken).not.toContain('proof');
  });

  test('validates deadline and origin, and answers 404 for unknown challenges', async () => {
    for (const deadline_sec of [9, 301, 60.5, '60', null])
      expect((await start(server, cookie, { deadline_sec })).status).toBe(400);
    for (const commander_origin of ['http://evil.example', `${server.url}/`, 'null', ''])
      expect((await start(server, cookie, { commander_origin })).status).toBe(400);
    for (const id of ['unknown', '..%2f..%2fidentity.json', 'a'.repeat(32)]) {
      const response = await server.call(`/api/mesh/proof/status/${id}`, { cookie });
      expect([id, response.status]).toEqual([id, 404]);
    }
  });

  test('answers 429 with Retry-After when too many proofs are open', async () => {
    south.proof = () => ({ accepted: true });
    const responses = await Promise.all(Array.from({ length: 20 }, () => start(server, cookie)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(16).fill(200), ...Array(4).fill(429)]);
    expect(responses.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('10');
  });

  test('a published file is found only by the exact id of its challenge', async () => {
    for (const name of ['..%2fidentity.json', '..', 'identity.json', 'a'.repeat(32)]) {
      const response = await server.call(`/.well-known/route66/${name}`);
      expect([name, response.status]).toEqual([name, 404]);
      expect(await response.text()).not.toContain('"d"');
    }
  });
});

test('a simulated peer passes its proof', async () => {
  const server = await startServer();
  ends.push(server.close);
  const { cookie } = await server.signUp();
  const peer = server.config.mesh.platforms[0]?.domain ?? '';
  const challenge = await challengeOf(await start(server, cookie, { peer }));
  expect(await emittedStatus(server, challenge, ({ verified }) => verified)).toMatchObject({
    callback_ok: true,
    file_ok: true,
  });
});
