import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CLOSE } from '../../contract/live.ts';
import { type CuttingProxy, startCuttingProxy } from '../../tests/e2e/cutting-proxy.ts';
import { openConsole } from '../../tests/server/console.ts';
import { ENGINE } from '../../tests/server/engine.ts';
import { createTestDatabase, type TestDatabase } from '../../tests/server/postgres.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

/** What an instance answers while its database cannot be reached, and afterwards. */
describe.runIf(ENGINE === 'postgres')('without its database', () => {
  let database: TestDatabase;
  let line: CuttingProxy;
  let server: TestServer;
  let cookie: string;
  let closed: Promise<number>;
  beforeAll(async () => {
    database = await createTestDatabase();
    const url = new URL(database.url);
    line = await startCuttingProxy(Number(url.port));
    url.port = new URL(line.url).port;
    server = await startServer({ env: { DATABASE_URL: url.href } });
    cookie = (await server.signUp()).cookie;
    await server.call('/api/mesh/connections', { cookie });
    ({ closed } = await openConsole(server.url, { cookie }));
    line.down(true);
    await vi.waitFor(async () => expect((await server.call('/readyz')).status).toBe(503), 10_000);
  });
  afterAll(async () => {
    line.down(false);
    await server.close();
    await line.close();
    await database.drop();
  });

  test('it is not ready, but lives', async () => {
    expect(await (await server.call('/readyz')).json()).toEqual({
      ready: false,
      reasons: ['database'],
      message: 'The database cannot be reached.',
    });
    expect((await server.call('/healthz')).status).toBe(200);
  });

  test.each([
    '/api/auth/session',
    '/api/auth/options',
    '/api/mesh/connections',
    '/api/mesh/health',
    '/api/dashboard/stats',
  ])('%s is refused with a sentence, whatever is in memory', async (path) => {
    const answer = await server.call(path, { cookie });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ message: 'The database cannot be reached.' });
  });

  test('live sockets are closed, and no new ones are opened', async () => {
    expect(await closed).toBe(CLOSE.restart);
    await expect(openConsole(server.url, { cookie })).rejects.toThrow('HTTP 503');
  });

  test('metrics are answered, without what only the database knows', async () => {
    const text = await (await server.call('/metrics')).text();
    expect(text.split('\n')).toContain('meridian_database_reachable 0');
    expect(text).not.toMatch(/^meridian_bundles\{/m);
  });

  test('everything comes back by itself', async () => {
    line.down(false);
    await expect
      .poll(async () => (await server.call('/readyz')).status, { timeout: 10_000 })
      .toBe(200);
    expect((await server.call('/api/dashboard/stats', { cookie })).status).toBe(200);
    const { socket } = await openConsole(server.url, { cookie });
    socket.terminate();
  });
});
