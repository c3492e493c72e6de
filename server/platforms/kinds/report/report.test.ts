import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf } from '../../../../contract/paths.ts';
import { sendRaw, statusesIn } from '../../../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../../../tests/server/start-server.ts';

let server: TestServer;
let path: string;
let now = Date.now();
beforeAll(async () => {
  server = await startServer({ alone: true, now: () => now });
  const { cookie } = await server.signUp();
  const platform = { kind: 'report', name: 'Backup', everySec: 60 };
  const added = await server.call('/api/mesh/platforms', { cookie, json: platform });
  path = (await added.json()).report;
});
afterAll(() => server.close());

/** @returns what is stored of the last report; each comes a minute after the one before, so that no limit is met */
async function stored() {
  const row = await server.node.db
    .selectFrom('platforms')
    .select(['reportedAt', 'reportStatus', 'reportMessage'])
    .where('id', '=', 'backup')
    .executeTakeFirstOrThrow();
  const isCounted = row.reportedAt === now;
  now += 60_000;
  return isCounted ? `${row.reportStatus}: ${row.reportMessage}` : 'not counted';
}

interface Sent {
  method?: string;
  query?: string;
  type?: string;
  body?: RequestInit['body'];
  headers?: Record<string, string>;
}

async function report({ method = 'POST', query = '', type, body, headers = {} }: Sent) {
  const all = { ...headers, ...(type !== undefined && { 'content-type': type }) };
  const options = { method, headers: all, ...(body !== undefined && { body }) };
  const { status } = await server.call(path + query, options);
  expect(status).toBe(200);
  return stored();
}

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

describe('a report counts', () => {
  const multipart = new FormData();
  multipart.set('log', new Blob(['all well']), 'job.log');
  test.each<[string, Sent]>([
    ['of GET', { method: 'GET' }],
    ['of HEAD', { method: 'HEAD' }],
    ['of PUT', { method: 'PUT', type: 'text/plain', body: 'log' }],
    ['of a form', { type: FORM, body: 'message=' }],
    ['of a form type without a body', { type: FORM }],
    ['of text', { type: 'text/plain', body: 'log' }],
    ['of bytes', { type: 'application/octet-stream', body: new Uint8Array([0, 255, 254]) }],
    ['of a file in a form', { body: multipart }],
    ['of a broken multipart form', { type: 'multipart/form-data', body: 'log' }],
    ['of a type that is none', { type: '???', body: 'log' }],
    ['of no type', { type: '', body: 'log' }],
    ['of JSON of another shape', { type: JSON_TYPE, body: '["job", {"deep": {"status": 7}}]' }],
    ['of JSON of other words', { type: JSON_TYPE, body: '{"status":"completed"}' }],
    ['of broken JSON', { type: JSON_TYPE, body: '{"job": ' }],
    ['of JSON that is not UTF-8', { type: JSON_TYPE, body: new Uint8Array([34, 255, 34]) }],
    ['of deep JSON', { type: JSON_TYPE, body: '['.repeat(100_000) }],
    [
      'of JSON with a deep message',
      { type: JSON_TYPE, body: `{"message":${'['.repeat(50_000)}${']'.repeat(50_000)}}` },
    ],
    ['of a larger body than any call has', { type: 'text/plain', body: 'x'.repeat(2_000_000) }],
    ['of a compressed body', { body: gzipSync('log'), headers: { 'content-encoding': 'gzip' } }],
    ['of an unknown coding', { body: 'log', headers: { 'content-encoding': 'zebra' } }],
    ['with queries of other programs', { query: '?status=up&msg=&ping=&_=7&_=8' }],
    ['with a broken query', { query: '?%zz&status=' }],
    ['with a slash behind its address', { query: '/' }],
    ['with an exit code behind its address', { query: '/0' }],
    ['of a page elsewhere', { headers: { origin: 'https://jobs.example' } }],
  ])('%s', async (_, sent) => {
    expect(await report(sent)).toBe('up: ');
  });

  test('of HTTP/1.0, of a client that waits to be asked for its body, and of one that offers HTTP/2', async () => {
    const { host } = new URL(server.url);
    const waits = [`POST ${path} HTTP/1.1`, `Host: ${host}`, 'Expect: 100-continue'];
    const lines = [...waits, 'Content-Length: 11', 'Connection: close', '', 'status=down'];
    expect(statusesIn(await sendRaw(server.url, lines.join('\r\n')))).toContain(200);
    expect(await stored()).toBe('down: ');
    const offer = [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAEAAEAA',
    ];
    const java = [`POST ${path} HTTP/1.1`, `Host: ${host}`, ...offer, 'Content-Length: 11'];
    const raw = [...java, '', 'status=fail'].join('\r\n');
    expect(statusesIn(await sendRaw(server.url, raw, { answers: 1 }))).toEqual([200]);
    expect(await stored()).toBe('down: ');
    const old = `GET ${path} HTTP/1.0\r\nHost: ${host}\r\n\r\n`;
    expect(statusesIn(await sendRaw(server.url, old))).toEqual([200]);
    expect(await stored()).toBe('up: ');
  });
});

describe('a report means what it says', () => {
  const full = '{"status":"down","message":"disk full"}';
  const multipart = new FormData();
  multipart.set('status', 'down');
  multipart.set('message', 'disk full');
  const gzipped = { body: gzipSync(full), headers: { 'content-encoding': 'gzip' } };
  test.each<[string, Sent]>([
    ['in its query', { query: '?status=down&message=disk+full' }],
    ['in capital letters', { query: '?status=DOWN%20&message=disk+full' }],
    ['by the word fail', { query: '?status=fail&msg=disk+full' }],
    ['in GET', { method: 'GET', query: '?status=error&message=disk%20full' }],
    ['in JSON', { type: JSON_TYPE, body: full }],
    ['in JSON with a mark before it', { type: JSON_TYPE, body: `\uFEFF${full}` }],
    ['in JSON of UTF-16', { type: JSON_TYPE, body: Buffer.from(`\uFEFF${full}`, 'utf16le') }],
    ['in JSON that is called a form', { type: FORM, body: full }],
    ['in JSON without a type', { type: '', body: full }],
    ['in JSON of a shell that took the quotes', { body: '{status:down,message:disk full}' }],
    ['in JSON that breaks off', { body: '{"status":"down","message":"disk full","log":"' }],
    ['in compressed JSON', gzipped],
    ['in a form', { type: FORM, body: 'status=down&message=disk+full' }],
    [
      'in a form that is called text',
      { type: 'text/plain', body: 'status=down&message=disk+full' },
    ],
    ['in a multipart form', { body: multipart }],
    ['in the body alone', { query: '?status=up&message=', type: JSON_TYPE, body: full }],
    ['in JSON of names in capital letters', { body: '{"Status":"Down","MESSAGE":"disk full"}' }],
    ['in a query of names in capital letters', { query: '?Status=down&Msg=disk+full' }],
    ['in a list', { type: JSON_TYPE, body: `[{"status":"up"},${full}]` }],
    ['in a line of several', { body: `{"status":"up"}\n${full}\n` }],
    [
      'in a body that is called compressed',
      { body: full, headers: { 'content-encoding': 'gzip' } },
    ],
    ['in a form twice', { type: FORM, body: 'status=up&status=down&message=disk+full' }],
    ['twice', { query: '?status=up&status=down&message=disk+full' }],
    ['in lines of YAML', { body: 'status: down\nmessage: disk full\n' }],
    ['in lines of a form', { type: FORM, body: 'message=disk full\r\nstatus=down\r\n' }],
    ['in blanks around its signs', { body: 'status = FAILED\nmessage = disk full\n' }],
    ['in quotation marks', { query: '?status=%22down%22&message=disk+full' }],
    ['behind its address', { query: '/fail?msg=disk+full' }],
    ['by the exit code of a program', { query: '/137?msg=disk+full' }],
  ])('%s', async (_, sent) => {
    expect(await report(sent)).toBe('down: disk full');
  });

  test.each(['critical', 'Fatal', 'unhealthy', 'offline', 'failing', false])(
    '%j in JSON means down',
    async (status) => {
      expect(await report({ type: JSON_TYPE, body: JSON.stringify({ status }) })).toBe('down: ');
    },
  );

  test.each(['down', 'FAILED\n', '"down"'])(
    'a body that is %j alone is no report of a success',
    async (body) => {
      expect(await report({ type: 'text/plain', body })).toBe('down: ');
    },
  );

  test('a long message is shortened, and is one line', async () => {
    const long = { status: 'down', message: `disk\r\n\u0000 full ${'🦀'.repeat(5_000)}` };
    const inJson = await report({ type: JSON_TYPE, body: JSON.stringify(long) });
    expect(inJson).toMatch(/^down: disk full 🦀+…$/u);
    expect(inJson.length).toBeLessThan(210);
    expect(await report({ query: `?status=down&message=${'x'.repeat(9_000)}` })).toMatch(
      /^down: x{199}…$/,
    );
    const log = JSON.stringify({ status: 'down', log: 'x'.repeat(2_000_000) });
    expect(await report({ type: JSON_TYPE, body: log })).toBe('down: ');
    expect(await report({ type: JSON_TYPE, body: '{"message":{"code":7}}' })).toBe(
      'up: {"code":7}',
    );
  });

  test('a word of the query that means nothing is refused with those that do', async () => {
    const answer = await server.call(`${path}?status=donw`, { method: 'POST' });
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toMatch(/^status must be one of up, .*down/);
    expect(await stored()).toBe('not counted');
    expect((await server.call(`${path}/finish`, { method: 'POST' })).status).toBe(400);
    expect(await stored()).toBe('not counted');
  });

  test.each(['start', 'log'])('%s behind its address is no success', async (word) => {
    expect((await server.call(`${path}/${word}`, { method: 'POST' })).status).toBe(200);
    expect(await stored()).toBe('not counted');
  });

  test('an exit status says how the run ended, whatever its log says', async () => {
    expect(await report({ query: '/0', body: 'status: down' })).toBe('up: ');
    expect(await report({ query: '/3', body: '{"status":"up"}' })).toBe('down: exit status 3');
    expect(await report({ query: '/TERM' })).toBe('down: exit status 143');
  });

  test('an address that is not encoded is refused with how to encode it', async () => {
    const raw = `GET ${path}?status=down&message=größe HTTP/1.1\r\nHost: localhost\r\n\r\n`;
    expect(await sendRaw(server.url, raw)).toContain('curl does that with -G --data-urlencode.');
  });
});

test('addresses that nobody has are counted by the network that asks', async () => {
  const behindProxy = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
  const ask = async (from: string) =>
    (
      await behindProxy.call(pathOf('report', { secret: 'guessed' }), {
        method: 'POST',
        headers: { 'x-forwarded-for': from },
      })
    ).status;
  const statuses: number[] = [];
  for (let i = 0; i < 11; i += 1) statuses.push(await ask(`2001:db8::${i}`));
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
  expect(await ask('2001:db8:0:1::1')).toBe(404);
  await behindProxy.close();
});
