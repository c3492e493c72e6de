import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { CALLS } from '../../../contract/calls.ts';
import { type Identity, openIdentity } from '../../../server/mesh/identity.ts';
import { startServer, type TestServer } from '../start-server.ts';
import { startTestSister, type TestSister } from './test-sister.ts';

// Real servers on a machine that others use as well.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let dir: string;
let node: Identity;
let forge: TestSister;
let server: TestServer;
let cookie: string;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'meridian-calls-'));
  node = await openIdentity(dir, 'meridian', Date.now);
  forge = await startTestSister({ id: 'forge', node, now: Date.now });
  server = await startServer({
    env: { DATA_DIR: dir },
    configure: (config) => ({
      ...config,
      mesh: {
        ...config.mesh,
        // A busy test machine is no late sister.
        probe: { intervalSec: 3600, lateMs: 20_000, timeoutMs: 30_000 },
        heartbeat: { enabled: false, intervalSec: 30 },
        platforms: [
          { id: 'forge', name: 'Forge', domain: 'forge.mesh.example', address: forge.address },
        ],
      },
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
  | 'sync'
  | 'ping'
  | 'reconnect'
  | 'watchdog'
  | 'meshHealth'
  | 'endpointAudit';

const ask = (name: MeshCall, query = '') =>
  server.call(CALLS[name].path + query, { method: CALLS[name].method, cookie });

/** @returns the answer, once it fits the contract */
async function answerOf(name: MeshCall, query = '') {
  const response = await ask(name, query);
  expect([name, response.status]).toEqual([name, 200]);
  return z.parse(CALLS[name].answer, await response.json());
}

describe('the mesh’s calls', () => {
  test('answer as the contract says', async () => {
    expect(await answerOf('connections')).toMatchObject([{ id: 'forge', status: 'connected' }]);
    expect(await answerOf('history')).toMatchObject([{ platform: 'forge', status: 'connected' }]);
    expect(await answerOf('history', '?platform=harbor')).toEqual([]);
    expect(await answerOf('sync')).toEqual({
      asked: 1,
      reached: 1,
      message: 'Mesh sync: 1 of 1 platforms answered; no disagreements.',
    });
    expect(await answerOf('ping')).toEqual({
      message: 'Heartbeat sent: 1 of 1 platforms took it.',
    });
    expect(await answerOf('reconnect')).toEqual({ message: '1 of 1 platforms answered.' });
    expect(await answerOf('meshHealth')).toMatchObject({ ok: true, platform: 'Meridian' });
    expect(await answerOf('watchdog')).toMatchObject({
      platform: 'Meridian',
      forgeRun: forge.address,
      heartbeat: { sentCount: 1 },
      meshStats: { meshConnections: 2, route66Handshakes: 1 },
    });
  });

  test('say 502 with a sentence when not one platform answers', async () => {
    await answerOf('connections');
    await forge.close();
    for (const name of ['sync', 'ping'] as const) {
      const response = await ask(name);
      expect(response.status).toBe(502);
      expect(((await response.json()) as { message: string }).message).toMatch(/0 of 1 platforms/);
    }
  });

  test('row 27: costly ones are one at a time, then 429 with Retry-After', async () => {
    await answerOf('connections');
    for (const name of ['sync', 'ping', 'reconnect'] as const) {
      const responses = await Promise.all(Array.from({ length: 12 }, () => ask(name)));
      const refused = responses.filter(({ status }) => status === 429);
      expect([name, refused.length > 0]).toEqual([name, true]);
      expect(responses.filter(({ status }) => status === 200).length).toBe(12 - refused.length);
      expect(refused[0]?.headers.get('retry-after')).toBe('5');
      expect(await refused[0]?.json()).toEqual({ message: expect.stringMatching(/under way/) });
    }
  });

  test('row 14: need a session', async () => {
    for (const name of ['connections', 'sync', 'ping', 'reconnect', 'watchdog'] as const) {
      const response = await server.call(CALLS[name].path, { method: CALLS[name].method });
      expect([name, response.status]).toEqual([name, 401]);
    }
    expect(forge.taken.filter((call) => call !== 'probe')).toEqual([]);
  });

  test('audit the routes that the process really has, and whether each is guarded', async () => {
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

describe('this node, called by a sister', () => {
  test('publishes its key and refuses strangers', async () => {
    const jwks = await server.call('/.well-known/jwks.json');
    expect(await jwks.json()).toEqual(node.jwks());
    const probe = await server.call('/mesh/probe', { json: {} });
    expect([probe.status, await probe.json()]).toMatchObject([401, { reason: 'no-signature' }]);
    expect(server.logged).toContainEqual(
      expect.objectContaining({ msg: 'mesh call refused', reason: 'no-signature' }),
    );
  });
});
