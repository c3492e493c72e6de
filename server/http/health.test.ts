import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { sendRaw, statusesIn } from '../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { createClock } from '../base/clock.ts';
import { createReadiness, type Readiness } from './readiness.ts';

let server: TestServer;

const answerTo = async (path: string) => {
  const answer = await server.call(path);
  return { status: answer.status, body: await answer.json() };
};

describe('a running server', () => {
  afterEach(() => server.close());

  test('lives and is ready, and says so to everybody, uncached', async () => {
    server = await startServer({ alone: true });
    expect(await answerTo('/healthz')).toEqual({ status: 200, body: { alive: true } });
    expect(await answerTo('/readyz')).toEqual({ status: 200, body: { ready: true } });
    const { headers } = await server.call('/readyz', { method: 'HEAD' });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
  });

  test('answers a load balancer under a name that is not its own, and nothing else there', async () => {
    server = await startServer({ alone: true });
    const ask = async (path: string) =>
      statusesIn(
        await sendRaw(
          server.url,
          `GET ${path} HTTP/1.1\r\nHost: meridian-a\r\nConnection: close\r\n\r\n`,
        ),
      );
    expect(await ask('/healthz')).toEqual([200]);
    expect(await ask('/readyz')).toEqual([200]);
    expect(await ask('/api/auth/session')).toEqual([421]);
    expect(await ask('/healthz/x')).toEqual([421]);
  });

  test('is not ready while it drains, but answers whatever it is asked', async () => {
    server = await startServer({ alone: true, env: { DRAIN_SECONDS: '30' } });
    const { cookie } = await server.signUp();
    const hurry = new AbortController();
    const drained = server.node.drain(hurry.signal);
    expect(await answerTo('/readyz')).toEqual({
      status: 503,
      body: { ready: false, reasons: ['draining'], message: 'This instance is stopping.' },
    });
    expect((await answerTo('/healthz')).status).toBe(200);
    expect((await server.call('/api/dashboard/stats', { cookie })).status).toBe(200);
    hurry.abort();
    await drained;
  });

  test('is not ready without the directory of its bundles', async () => {
    server = await startServer({ alone: true });
    await rm(join(server.config.dataDir, 'bundles'), { recursive: true });
    expect(await answerTo('/readyz')).toMatchObject({
      status: 503,
      body: { ready: false, reasons: ['bundles'] },
    });
    expect((await answerTo('/healthz')).status).toBe(200);
  });
});

describe('readiness', () => {
  const create = async (isReachable = true, hasDisk = true): Promise<Readiness> => {
    const bundleStore = { kind: 'file', directory: await temporaryDir() } as const;
    const health = { isReachable: () => isReachable };
    const ballast = { hasRoom: async () => hasDisk };
    const loops = { standstills: () => [] };
    return createReadiness({ clock: createClock(), loops, health, ballast, bundleStore });
  };

  test('begins when the server listens', async () => {
    const readiness = await create();
    expect(await readiness.check()).toMatchObject([{ reason: 'starting' }]);
    readiness.open();
    expect(await readiness.check()).toEqual([]);
  });

  test('is lost while the database cannot be reached', async () => {
    const readiness = await create(false);
    readiness.open();
    expect(await readiness.check()).toMatchObject([{ reason: 'database' }]);
  });

  test('is lost while the disk has no room', async () => {
    const readiness = await create(true, false);
    readiness.open();
    expect(await readiness.check()).toMatchObject([{ reason: 'disk' }]);
  });

  test('asks a mount that hangs once, however often it is asked itself', async () => {
    const clock = createManualClock();
    const hasRoom = vi.fn(() => new Promise<boolean>(() => undefined));
    const bundleStore = { kind: 's3' } as never;
    const loops = { standstills: () => [] };
    const health = { isReachable: () => true };
    const readiness = createReadiness({ clock, loops, health, ballast: { hasRoom }, bundleStore });
    readiness.open();
    const answers = Promise.all([1, 2, 3, 4].map(() => readiness.check()));
    await new Promise(setImmediate);
    clock.advance(900);
    expect((await answers).map(([first]) => first?.reason)).toEqual(Array(4).fill('disk'));
    const again = readiness.check();
    await new Promise(setImmediate);
    clock.advance(900);
    expect(await again).toMatchObject([{ reason: 'disk' }]);
    expect(hasRoom).toHaveBeenCalledOnce();
  });

  test('does not come back after a drain has begun', async () => {
    const readiness = await create();
    readiness.drain();
    readiness.open();
    expect(await readiness.check()).toMatchObject([{ reason: 'draining' }]);
  });
});
