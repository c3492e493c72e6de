import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { type AnswerOf, CALLS } from '../../contract/calls.ts';
import { identityOf } from '../../tests/server/engine.ts';
import { quietMesh } from '../../tests/server/mesh/quiet-mesh.ts';
import { startTestPeer, type TestPeer } from '../../tests/server/mesh/test-peer.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { createIdentity, type Identity } from './keys/identity.ts';
import { prepareCall } from './wire/signed-message.ts';

// Real servers on a machine that others use as well.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let dir: string;
let node: Identity;
let forge: TestPeer;
let server: TestServer;
let cookie: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-calls-'));
  node = await identityOf(dir, 'meridian');
  forge = await startTestPeer({ id: 'forge', node, now: Date.now });
  server = await startServer({
    env: { DATA_DIR: dir },
    configure: quietMesh({
      platforms: [
        { id: 'forge', name: 'Forge', domain: 'forge.mesh.example', address: forge.address },
      ],
    }),
  });
  ({ cookie } = await server.signUp());
});

afterEach(async () => {
  await server.close();
  await forge.close();
  rmSync(dir, { recursive: true });
});

type MeshCall =
  | 'connections'
  | 'history'
  | 'meshHistory'
  | 'platform'
  | 'platformHistory'
  | 'sync'
  | 'ping'
  | 'reconnect'
  | 'watchdog'
  | 'meshHealth'
  | 'endpointAudit';

const ask = (name: MeshCall, query = '') =>
  server.call(CALLS[name].path.replace('{range}', '1h').replace('{id}', 'forge') + query, {
    method: CALLS[name].method,
    cookie,
  });

/** @returns the answer, once it fits the contract */
async function answerOf<Name extends MeshCall>(name: Name, query = ''): Promise<AnswerOf<Name>> {
  const response = await ask(name, query);
  expect([name, response.status]).toEqual([name, 200]);
  return z.parse(CALLS[name].answer, await response.json()) as AnswerOf<Name>;
}

describe('the mesh’s calls', () => {
  test('answer with the shapes of the contract', async () => {
    expect(await answerOf('connections')).toMatchObject([{ id: 'forge', status: 'connected' }]);
    expect(await answerOf('history')).toMatchObject([{ platform: 'forge', status: 'connected' }]);
    expect(await answerOf('history', '?platform=harbor')).toEqual([]);
    expect(await answerOf('meshHistory')).toMatchObject({ platforms: [{ platform: 'forge' }] });
    expect(await answerOf('sync')).toEqual({
      asked: 1,
      reached: 1,
      message: 'Mesh sync: 1 of 1 replied, no conflicts.',
    });
    expect(await answerOf('ping')).toEqual({
      message: 'Heartbeat sent: 1 of 1 platforms replied.',
    });
    expect(await answerOf('reconnect')).toEqual({ message: '1 of 1 platforms replied.' });
    expect(await answerOf('meshHealth')).toMatchObject({ ok: true, platform: 'Meridian' });
    expect(await answerOf('watchdog')).toMatchObject({
      platform: 'Meridian',
      forgeRun: forge.address,
      heartbeat: { sentCount: 1 },
      meshStats: { meshConnections: 2, route66Handshakes: 1 },
    });
  });

  test('tell what is known of one platform', async () => {
    await answerOf('connections');
    await expect.poll(async () => (await answerOf('platform')).keys).toHaveLength(1);
    const details = await answerOf('platform');
    expect(details).toMatchObject({
      id: 'forge',
      address: forge.address,
      version: 'test',
      keys: [{ thumbprint: expect.stringMatching(/^[\w-]{43}$/), seenAt: expect.any(Number) }],
      uptime: [{ range: '24h' }, { range: '7d' }, { range: '30d' }, { range: '90d' }],
      probes: [{ status: 'connected', latencyMs: expect.any(Number), failure: null }],
    });
    // Both clocks are this machine's.
    expect(Math.abs(details.clockOffsetMs ?? Number.NaN)).toBeLessThan(20_000);
    await forge.close();
    await answerOf('reconnect').catch(() => undefined);
    expect((await answerOf('platform')).probes[0]).toMatchObject({
      status: 'error',
      latencyMs: null,
      failure: 'cannot be reached',
    });
    expect(await answerOf('platform')).toMatchObject({ version: 'test' });
  });

  test('tell the history of one platform, and of this node itself', async () => {
    await answerOf('connections');
    const history = await answerOf('platformHistory');
    expect(history.slots).toHaveLength(60);
    expect(history.slots.at(-1)).toMatchObject({
      latencyMs: expect.any(Number),
      minMs: expect.any(Number),
      maxMs: expect.any(Number),
    });
    expect(history.absences).toEqual([]);
    const own = await server.call('/api/mesh/platforms/meridian/history/1y', { cookie });
    expect(z.parse(CALLS.platformHistory.answer, await own.json()).slots).toHaveLength(366);
    const mesh = await answerOf('meshHistory');
    expect(mesh.node).toMatchObject({ id: 'meridian', name: 'Meridian' });
    expect(mesh.node?.slots).toHaveLength(60);
  });

  test('refuse an unknown platform, and an unknown range of the history', async () => {
    for (const [path, message] of [
      ['/api/mesh/history/toString', 'This server keeps no history of that range.'],
      ['/api/mesh/platforms/forge/history/20d', 'This server keeps no history of that range.'],
      ['/api/mesh/platforms/nobody/history/24h', 'There is no such platform in this mesh.'],
      ['/api/mesh/platforms/nobody', 'There is no such platform in this mesh.'],
    ] as const) {
      const response = await server.call(path, { cookie });
      expect([path, response.status, await response.json()]).toMatchObject([
        path,
        404,
        { message },
      ]);
    }
  });

  test('answer 502 when no platform answers', async () => {
    await answerOf('connections');
    await forge.close();
    for (const name of ['sync', 'ping'] as const) {
      const response = await ask(name);
      expect(response.status).toBe(502);
      expect(((await response.json()) as { message: string }).message).toMatch(/0 of 1 /);
    }
  });

  test('run one at a time, and answer 429 with Retry-After when too many wait', async () => {
    await answerOf('connections');
    for (const name of ['sync', 'ping', 'reconnect'] as const) {
      const responses = await Promise.all(Array.from({ length: 12 }, () => ask(name)));
      const refused = responses.filter(({ status }) => status === 429);
      expect([name, refused.length > 0]).toEqual([name, true]);
      expect(responses.filter(({ status }) => status === 200).length).toBe(12 - refused.length);
      expect(refused[0]?.headers.get('retry-after')).toBe('5');
      expect(await refused[0]?.json()).toMatchObject({
        message: expect.stringMatching(/under way/),
      });
    }
  });

  test('answer 404 to the acknowledgement of a key that has not changed', async () => {
    const path = '/api/mesh/platforms/forge/key/acknowledge';
    const response = await server.call(path, { method: 'POST', cookie });
    expect(response.status).toBe(404);
    expect((await server.call(path, { method: 'POST' })).status).toBe(401);
  });

  test('need a session', async () => {
    for (const name of ['connections', 'sync', 'ping', 'reconnect', 'watchdog'] as const) {
      const response = await server.call(CALLS[name].path, { method: CALLS[name].method });
      expect([name, response.status]).toEqual([name, 401]);
    }
    expect(forge.taken.filter((call) => call !== 'probe')).toEqual([]);
  });

  test('list the routes of this process, and whether each is guarded', async () => {
    const { domain, endpoints } = (await answerOf('endpointAudit')) as {
      domain: string;
      endpoints: { path: string; method: string; guarded: boolean }[];
    };
    expect(domain).toBe('meridian.mesh.example');
    const guarded = (method: string, path: string) =>
      endpoints.find((one) => one.method === method && one.path === path)?.guarded;
    expect(guarded('GET', '/api/mesh/connections')).toBe(true);
    expect(guarded('POST', '/api/auth/login')).toBe(false);
    expect(guarded('POST', '/mesh/handshake')).toBe(true);
    expect(guarded('GET', '/.well-known/jwks.json')).toBe(false);
    for (const { method, path } of endpoints.filter((one) => one.guarded)) {
      const response = await server.call(path.replace(/:\w+/g, 'x'), { method });
      // The metrics are open to programs on the same machine, as this test is.
      expect([path, response.status]).toEqual([path, path === '/metrics' ? 200 : 401]);
    }
  });
});

test('the metrics say how each platform is, for how long it was, and how fast it answers', async () => {
  // The first may find a probe under way, and waits for its end.
  await ask('reconnect');
  await ask('reconnect');
  const lines = (await (await server.call('/metrics')).text()).split('\n');
  const forgeIs = 'platform="forge",name="Forge",kind="mesh",group=""';
  expect(lines).toContain(`meridian_platform_status{${forgeIs},status="connected"} 1`);
  expect(lines).toContain(`meridian_platform_status{${forgeIs},status="error"} 0`);
  expect(lines).toContain(`meridian_platform_uptime_ratio{${forgeIs},window="24h"} 1`);
  const probes = lines.find((line) => line.startsWith('meridian_platform_probe_seconds_count'));
  expect(Number(probes?.split(' ').at(-1))).toBeGreaterThan(1);
  await forge.close();
  await ask('reconnect');
  const then = await (await server.call('/metrics')).text();
  expect(then).toContain(`meridian_platform_status{${forgeIs},status="error"} 1`);
  const isOpen = 'status="error",acknowledged="false",planned="false"';
  expect(then).toContain(`meridian_platform_incident{${forgeIs},${isOpen}} 1`);
  expect(then).toContain(`meridian_platform_planned{${forgeIs}} 0`);
});

describe('this node, called by a peer', () => {
  test('publishes its key and refuses unsigned calls', async () => {
    const jwks = await server.call('/.well-known/jwks.json');
    expect(await jwks.json()).toEqual(node.jwks());
    const probe = await server.call('/mesh/probe', { json: {} });
    expect([probe.status, await probe.json()]).toMatchObject([401, { reason: 'no-signature' }]);
    expect(server.logged).toContainEqual(
      expect.objectContaining({ msg: 'mesh call refused', reason: 'no-signature' }),
    );
  });

  test('logs who a refused call claims to come from, its address and the reason', async () => {
    const stranger = await createIdentity('stranger');
    const call = { to: 'other', path: '/mesh/probe', body: Buffer.from('{}') };
    const { headers } = prepareCall(stranger, call, Date.now()).request;
    const response = await server.call('/mesh/probe', { json: {}, headers });
    expect(await response.json()).toMatchObject({
      reason: 'unknown-issuer',
      message: 'The call was refused: signed by a platform that is not in this mesh.',
    });
    expect(server.logged).toContainEqual(
      expect.objectContaining({
        msg: 'mesh call refused',
        reason: 'unknown-issuer',
        why: 'signed by a platform that is not in this mesh',
        issuer: 'stranger',
        audience: 'other',
        address: '127.0.0.1',
        path: '/mesh/probe',
      }),
    );
  });
});
