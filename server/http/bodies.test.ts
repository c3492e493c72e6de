import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendRaw, statusesIn } from '../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer({ alone: true });
});
afterAll(() => server.close());

const LOGIN = { username: 'nobody', password: 'a guess' };

async function post(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const answer = await server.call('/api/auth/login', {
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: answer.status, message: (await answer.json()).message };
}

const host = () => new URL(server.url).host;
const raw = (...lines: string[]) =>
  sendRaw(server.url, [...lines, ''].join('\r\n')).then(statusesIn);

describe('request bodies', () => {
  test('types, ranges and unknown fields are checked strictly', async () => {
    const wrong: unknown[] = [
      { ...LOGIN, username: 1 },
      { ...LOGIN, username: ['nobody'] },
      { ...LOGIN, username: null },
      { ...LOGIN, username: '' },
      { ...LOGIN, username: 'x'.repeat(65) },
      { ...LOGIN, password: { $ne: '' } },
      { username: 'nobody' },
      { ...LOGIN, remember: true },
      [],
      [LOGIN],
      'text',
      null,
      42,
    ];
    for (const value of wrong) {
      const { status, message } = await post(JSON.stringify(value));
      expect([value, status]).toEqual([value, 400]);
      expect(message).toMatch(/^.{5,200}\.$/);
    }
  });

  test('queries are checked too', async () => {
    const { cookie } = await server.signUp();
    for (const query of [
      'limit=0',
      'limit=501',
      'limit=x',
      'limit=1&limit=2',
      'before=-1',
      'z=1',
    ]) {
      const { status } = await server.call(`/api/activity/logs?${query}`, { cookie });
      expect([query, status]).toEqual([query, 400]);
    }
    expect((await server.call('/api/activity/logs?limit=500', { cookie })).status).toBe(200);
  });

  test('a body over 256 KiB is refused, announced or not', async () => {
    const large = JSON.stringify({ ...LOGIN, password: 'x'.repeat(256 * 1024) });
    expect((await post(large)).status).toBe(413);
    const lines = ['POST /api/auth/login HTTP/1.1', `Host: ${host()}`, 'Connection: close'];
    const type = 'Content-Type: application/json';
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const chunked = [...lines, type, 'Transfer-Encoding: chunked', '', chunk.repeat(5)].join(
      '\r\n',
    );
    expect(statusesIn(await sendRaw(server.url, chunked, { answers: 1 }))).toEqual([413]);
  });

  test('a body that is not JSON, not UTF-8, nested too deeply or compressed is refused', async () => {
    expect((await post('{"username": "nobody", ')).status).toBe(400);
    expect((await post('')).status).toBe(400);
    expect((await post('NaN')).status).toBe(400);
    const broken = new Uint8Array([
      ...Buffer.from('{"username":"'),
      0xff,
      0xfe,
      ...Buffer.from('"}'),
    ]);
    expect(await post(broken)).toEqual({ status: 400, message: 'The request is not valid UTF-8.' });
    const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`;
    expect((await post(deep)).status).toBe(400);
    expect((await post('['.repeat(100_000))).status).toBe(400);
    const zipped = await post(JSON.stringify(LOGIN), { 'content-encoding': 'gzip' });
    expect(zipped.status).toBe(415);
  });

  test('keys that reach prototypes are refused', async () => {
    for (const key of ['__proto__', 'constructor', 'prototype']) {
      const body = `{"username":"nobody","password":"a guess","${key}":{"admin":true}}`;
      expect([key, (await post(body)).status]).toEqual([key, 400]);
      const nested = `{"username":{"${key}":{"admin":true}},"password":"a guess"}`;
      expect([key, (await post(nested)).status]).toEqual([key, 400]);
    }
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  test('bad input never gets a 5xx, and no answer reveals internals', async () => {
    const nasty = ['%zz', '%00', '%ff', '../', "';--", '%2e%2e%2f', '\u0000', 'é'];
    for (const text of nasty) {
      for (const path of [`/api/zip/bundles/${text}`, `/${text}`, `/api/activity/logs?q=${text}`]) {
        const line = Buffer.from(
          `GET ${path} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close\r\n\r\n`,
        );
        const received = await sendRaw(server.url, line);
        const [status = 0] = statusesIn(received);
        expect([path, status >= 200 && status < 500]).toEqual([path, true]);
        expect(received).not.toMatch(/node_modules|at .*\.ts|SQLITE|select /i);
      }
    }
  });

  test('a search text is data, never SQL or a pattern', async () => {
    const { cookie } = await server.signUp("O'Neil 100%");
    const find = async (q: string) =>
      (await server.call(`/api/activity/logs?q=${encodeURIComponent(q)}`, { cookie })).json();
    expect(await find("o'neil 100%")).toHaveLength(1);
    expect(await find('%_%')).toEqual([]);
    expect(await find("' or 1=1 --")).toEqual([]);
    expect(await find('\\')).toEqual([]);
  });
});

describe('request framing', () => {
  const line = 'POST /api/auth/login HTTP/1.1';
  const json = 'Content-Type: application/json';
  const smuggled = 'GET /api/auth/session HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test('ambiguous framing is refused and answered once', async () => {
    const ambiguous = [
      ['Content-Length: 6', 'Transfer-Encoding: chunked', '', '0', '', smuggled],
      ['Transfer-Encoding: chunked', 'Content-Length: 6', '', '0', '', smuggled],
      ['Content-Length: 2', 'Content-Length: 3', '', '{}', smuggled],
      ['Content-Length: 2, 2', '', '{}', smuggled],
      ['Content-Length: +2', '', '{}', smuggled],
      ['Content-Length: 0x2', '', '{}', smuggled],
      ['Content-Length: -2', '', '{}', smuggled],
      ['Transfer-Encoding: xchunked', '', '0', '', smuggled],
      ['Transfer-Encoding: chunked, identity', '', '0', '', smuggled],
      ['Transfer-Encoding : chunked', '', '0', '', smuggled],
      ['Transfer-Encoding: chunked', '', 'zz', '{}', '0', '', smuggled],
      ['X: a\rTransfer-Encoding: chunked', '', smuggled],
      ['X: a\n b: c\u0000', '', smuggled],
    ];
    for (const lines of ambiguous) {
      expect([lines, await raw(line, `Host: ${host()}`, json, ...lines)]).toEqual([lines, [400]]);
    }
  });

  test('a request that breaks after its answer gets no second one', async () => {
    const chunked = ['Transfer-Encoding: chunked', '', '1', 'x', 'zz', 'x'];
    const refused = ['POST /api/auth/logout HTTP/1.1', `Host: ${host()}`, json, ...chunked];
    expect(await raw(...refused)).toHaveLength(1);
    const whole = ['GET /api/auth/session HTTP/1.1', `Host: ${host()}`, '', 'not http at all', ''];
    const [first = 401] = await raw(...whole);
    expect(first).toBe(401);
  });

  test('a head over 16 KiB is refused', async () => {
    const statuses = await raw(line, `Host: ${host()}`, `X-Long: ${'x'.repeat(17_000)}`, '');
    expect(statuses).toEqual([431]);
  });

  test('time limits are set and the lenient parser is off', () => {
    const { app } = server.node;
    expect(app.server.headersTimeout).toBe(15_000);
    expect(app.server.keepAliveTimeout).toBe(75_000);
    expect(app.server).toMatchObject({ insecureHTTPParser: false });
  });

  test('bytes that are not HTTP get an error with the headers of every answer', async () => {
    const received = await sendRaw(server.url, 'not http at all\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(received.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(received).toContain('"message":"The request is not valid."}');
  });
});
