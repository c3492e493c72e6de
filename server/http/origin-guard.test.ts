import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { type CallName, pathOf } from '../../contract/paths.ts';
import { sendRaw, statusesIn } from '../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startServer({ alone: true });
  cookie = (await server.signUp()).cookie;
});
afterAll(() => server.close());

/** The answer to a request with exactly these header lines. */
async function statusOf(line: string, ...headers: string[]): Promise<number | undefined> {
  const request = [line, ...headers, 'Connection: close', '', ''].join('\r\n');
  return statusesIn(await sendRaw(server.url, request))[0];
}

const host = () => new URL(server.url).host;
const logoutWith = (headers: Record<string, string>) =>
  server.call('/api/auth/logout', { method: 'POST', headers });

describe('sessions', () => {
  const guarded = (Object.keys(CALLS) as CallName[]).filter(
    (name) => CALLS[name].access !== 'public',
  );
  const registered = () =>
    guarded.filter((name) =>
      server.node.app.hasRoute({
        method: CALLS[name].method,
        url: CALLS[name].path.replace(/\{(\w+)\}/g, ':$1'),
      }),
    );

  test('every call but login, register and pairing answers 401 without a session', async () => {
    expect(registered().length).toBeGreaterThan(3);
    for (const name of registered()) {
      const params = {
        id: 'x',
        challenge_id: 'x',
        platform: 'x',
        range: '1h',
        sha256: 'x',
        run: '1',
      };
      const path = pathOf(name, params);
      const { status } = await server.call(path, { method: CALLS[name].method });
      expect([name, status]).toEqual([name, 401]);
    }
  });

  test('the error is sent before the body is read', async () => {
    const request = [
      'POST /api/auth/logout HTTP/1.1',
      `Host: ${host()}`,
      'Content-Type: application/json',
      'Content-Length: 100000',
      '',
      '{"only": "the beginning',
    ].join('\r\n');
    expect(statusesIn(await sendRaw(server.url, request, { answers: 1 }))).toEqual([401]);
  });

  test('no spelling of path or headers bypasses it', async () => {
    const spellings = [
      '/api/dashboard/stats/',
      '/API/dashboard/stats',
      '//api/dashboard/stats',
      '/./api/dashboard/stats',
      '/api/./dashboard/stats',
      '/x/../api/dashboard/stats',
      '/api/dashboard/stats;x',
      '/api%2fdashboard%2fstats',
      '/api/dashboard/%73tats',
      '/api/dashboard/stats%00',
      '/api/dashboard/stats?x=/api/auth/login',
      'http://localhost/api/dashboard/stats',
    ];
    for (const path of spellings) {
      const received = await sendRaw(
        server.url,
        `GET ${path} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`,
      );
      expect([path, received.includes('meshConnections')]).toEqual([path, false]);
      expect(statusesIn(received)[0]).toBeGreaterThanOrEqual(path.startsWith('/api') ? 400 : 200);
    }
    for (const name of ['x-original-url', 'x-rewrite-url', 'x-http-method-override']) {
      const headers = { [name]: '/api/auth/login' };
      expect((await server.call('/api/dashboard/stats', { headers })).status).toBe(401);
    }
  });
});

describe('methods', () => {
  test('only the method of the table is accepted; others get 404 or 405 with Allow', async () => {
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'POST']) {
      const answer = await server.call('/api/dashboard/stats', { method, cookie });
      expect([method, answer.status]).toEqual([method, 405]);
      expect(answer.headers.get('allow')).toBe('GET, HEAD');
    }
    expect((await server.call('/api/auth/login', { method: 'GET' })).status).toBe(405);
    expect((await server.call('/api/auth/logout', { method: 'GET', cookie })).status).toBe(405);
    expect((await server.call('/api/auth/session', { cookie })).status).toBe(200);
  });

  test('TRACE, CONNECT and made-up methods are refused', async () => {
    const own = `Host: ${host()}`;
    expect(await statusOf('TRACE /api/auth/session HTTP/1.1', own)).toBe(405);
    expect(await statusOf('PROPFIND / HTTP/1.1', own)).toBe(404);
    expect(await statusOf('BREW /pot HTTP/1.1', own)).toBe(400);
  });

  test('an unknown route is 404 with a message', async () => {
    const answer = await server.call('/api/nowhere', { cookie });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ message: 'There is nothing here.' });
  });
});

describe('other sites', () => {
  test('a write from another site is refused', async () => {
    const own = server.url;
    const { port } = new URL(own);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `${own}.evil.example` },
      { origin: own.replace('http:', 'https:') },
      { origin: `http://127.0.0.1:${Number(port) + 1}` },
      { origin: `http://localhost:${port}` },
      { referer: 'https://evil.example/page' },
      { referer: `https://evil.example/?${own}` },
      { referer: 'nonsense' },
    ];
    for (const headers of foreign) {
      expect([headers, (await logoutWith(headers)).status]).toEqual([headers, 403]);
    }
  });

  test("the console's own page and programs pass the origin check", async () => {
    const ours: Record<string, string>[] = [
      { origin: server.url, 'sec-fetch-site': 'same-origin' },
      { referer: `${server.url}/dashboard` },
      {},
    ];
    for (const headers of ours) expect((await logoutWith(headers)).status).toBe(401);
  });

  test('JSON calls accept application/json and nothing that a form can send', async () => {
    const body = JSON.stringify({ username: 'a', password: 'b' });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json']) {
      const headers = { 'content-type': type };
      const answer = await server.call('/api/auth/login', { body, headers });
      expect([type, answer.status]).toEqual([type, 415]);
    }
    const form = new FormData();
    form.set('username', 'a');
    expect((await server.call('/api/auth/login', { body: form })).status).toBe(415);
    const { status } = await server.call('/api/auth/login', {
      body,
      headers: { 'content-type': 'Application/JSON; charset=utf-8' },
    });
    expect(status).toBe(401);
  });

  test('a call without a body accepts no form either', async () => {
    const headers = { 'content-type': 'text/plain' };
    const answer = await server.call('/api/auth/logout', { cookie, body: 'x=1', headers });
    expect(answer.status).toBe(415);
  });

  test('no answer allows another origin', async () => {
    for (const origin of ['https://evil.example', server.url]) {
      for (const method of ['GET', 'OPTIONS']) {
        const headers = { origin, 'access-control-request-method': 'POST' };
        const answer = await server.call('/api/auth/session', { method, headers, cookie });
        const names = [...answer.headers.keys()];
        expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
      }
    }
  });
});

describe('names of this server', () => {
  test('a foreign, missing or doubled Host is refused and never reflected', async () => {
    const line = 'GET /api/auth/session HTTP/1.1';
    for (const name of ['evil.example', 'localhost.evil.example', 'x@localhost', 'localhost:99x']) {
      expect([name, await statusOf(line, `Host: ${name}`)]).toEqual([name, 421]);
    }
    expect(await statusOf(line)).toBe(400);
    expect(await statusOf(line, `Host: ${host()}`, 'Host: evil.example')).toBe(400);
    const received = await sendRaw(
      server.url,
      `${line}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    );
    expect(received).not.toContain('evil.example');
  });

  test('localhost, literal addresses and configured names are accepted', async () => {
    const named = await startServer({
      alone: true,
      env: { ALLOWED_HOSTS: 'console.mesh.example, other' },
    });
    const ask = async (name: string) =>
      statusesIn(
        await sendRaw(
          named.url,
          `GET /api/auth/session HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`,
        ),
      )[0];
    for (const name of ['localhost', 'LOCALHOST:1', '127.0.0.1', '[::1]:80', '192.168.1.4'])
      expect([name, await ask(name)]).toEqual([name, 401]);
    expect(await ask('Console.mesh.example:443')).toBe(401);
    expect(await ask('console.mesh.example.evil')).toBe(421);
    await named.close();
  });
});
