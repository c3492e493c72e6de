import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcp,
  type Server as NetServer,
  type Socket,
} from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startNameServer } from '../../../tests/doubles/name-server.ts';
import { selfSigned } from '../../../tests/doubles/self-signed.ts';
import { quietMesh } from '../../../tests/server/mesh/quiet-mesh.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';

const PLATFORMS = '/api/mesh/platforms';
const TIMEOUT_MS = 1_500;
const PROBE = { intervalSec: 3600, lateMs: 1_400, timeoutMs: TIMEOUT_MS };
/** Trusted, and for 127.0.0.1 alone. */
const TRUSTED = selfSigned({ name: 'trusted' });

let server: TestServer;
let cookie: string;
let now = Date.now();
beforeAll(async () => {
  server = await startServer({
    now: () => now,
    configure: (config) => ({
      ...quietMesh({ probe: PROBE })(config),
      meshCa: String(TRUSTED.cert),
    }),
  });
  ({ cookie } = await server.signUp());
});
afterAll(() => server.close());
afterEach(async () => {
  for (const { id } of await get(PLATFORMS))
    await post(`${PLATFORMS}/${id}/remove`, { history: 'erase' });
});

const get = async (path: string) => (await server.call(path, { cookie })).json();
async function post(path: string, json: unknown) {
  const answer = await server.call(path, { cookie, json });
  return { status: answer.status, ...(await answer.json()) };
}
const add = (platform: object) => post(PLATFORMS, { name: 'Shop', ...platform });
const probeAgain = () => server.call('/api/mesh/manual-reconnect', { cookie, method: 'POST' });
const found = (status: string, failure: string | null) =>
  vi.waitFor(
    async () => {
      const [one] = await get('/api/mesh/connections');
      expect({ status: one?.status, failure: one?.failure }).toEqual({ status, failure });
    },
    { timeout: 5_000, interval: 20 },
  );
const tried = async (platform: object) => {
  const { ok, steps, advice } = await post('/api/mesh/test', {
    platform: { name: 'Shop', ...platform },
  });
  const texts: string[] = steps.map(({ text }: { text: string }) => text);
  return { ok, texts, last: texts.at(-1), advice };
};

async function listen(listening: NetServer): Promise<number> {
  await new Promise<void>((resolve) => void listening.listen(0, '127.0.0.1', resolve));
  return (listening.address() as AddressInfo).port;
}
async function serve(
  listener: RequestListener,
): Promise<{ url: string; server: Server; port: number }> {
  const web = createServer(listener);
  const port = await listen(web);
  onTestFinished(async () => {
    web.closeAllConnections();
    await new Promise((resolve) => web.close(resolve));
  });
  return { url: `http://127.0.0.1:${port}`, server: web, port };
}

test('a test in lines says each step as soon as it is done, and its answer last', async () => {
  const asked: ServerResponse[] = [];
  const { url } = await serve((_, answer) => void asked.push(answer));
  const response = await fetch(`${server.url}/api/mesh/test`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ platform: { kind: 'web', name: 'Shop', url } }),
  });
  const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await parts?.read();
  expect(first?.value).toMatch(/^\{"ok":true,"text":"Connected to 127.0.0.1.*\}\n$/);
  // It was said while the platform had not answered.
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  asked[0]?.end('well');
  let rest = '';
  for (let part = await parts?.read(); part?.value; part = await parts?.read()) rest += part.value;
  const [answered, last = ''] = rest.split('\n');
  expect(answered).toContain('Answered 200');
  const number = expect.any(Number);
  expect(JSON.parse(last)).toMatchObject({
    ...{ ok: true, steps: [{ ok: true }, { ok: true }] },
    phasesMs: { connect: number, firstByte: number, end: number },
  });
});

describe('a web address', () => {
  test('is up while it answers what is expected, and down with the reason', async () => {
    let status = 200;
    const { url, server: web } = await serve((_, answer) => answer.writeHead(status).end('well'));
    const added = await add({ kind: 'web', url: `${url}/health?key=1` });
    expect(added).toMatchObject({ status: 200, id: 'shop' });
    const [row] = await get(PLATFORMS);
    expect(row).toMatchObject({ domain: `${new URL(url).host}/health`, target: `${url}/health` });
    await found('connected', null);
    status = 503;
    await probeAgain();
    await found('error', 'answered 503 instead of 200-299');
    const [incident] = await get('/api/incidents');
    expect(incident).toMatchObject({ platform: 'shop', cause: 'answered 503 instead of 200-299' });
    web.closeAllConnections();
    web.close();
    await probeAgain();
    await found('error', 'cannot be reached');
  });

  test('is asked for a word and for a value in JSON', async () => {
    const { url } = await serve((_, answer) =>
      answer.end('{"db":{"state":"ok"},"text":"all well"}'),
    );
    const web = { kind: 'web', url };
    expect(await tried({ ...web, word: 'all well' })).toMatchObject({ ok: true });
    expect((await tried({ ...web, word: 'ill' })).last).toBe(
      'Failed: the answer does not have "ill"',
    );
    const state = (value: string) => tried({ ...web, json: { path: 'db.state', value } });
    expect(await state('ok')).toMatchObject({ ok: true, advice: null });
    expect((await state('bad')).last).toBe('Failed: db.state is ok instead of bad');
    expect((await tried({ ...web, json: { path: 'db.no', value: '1' } })).last).toContain(
      'no value at',
    );
  });

  test('gets its secrets, which nobody reads again and no other host gets', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, answer) => {
      seen.push(request.headers.authorization);
      answer.end();
    });
    const { url } = await serve((request, answer) => {
      seen.push(request.headers.authorization, String(request.headers['x-key']));
      answer.writeHead(302, { location: other.url }).end();
    });
    const secrets = {
      auth: { username: 'ada', password: 'hidden-word' },
      headers: { 'X-Key': 'hidden-key' },
    };
    const web = { kind: 'web', url, redirects: 1 };
    const { id } = await add({ ...web, secrets });
    await found('connected', null);
    const basic = `Basic ${Buffer.from('ada:hidden-word').toString('base64')}`;
    expect(seen).toEqual([basic, 'hidden-key', undefined]);
    const [row] = await get(PLATFORMS);
    expect(row.secrets).toEqual(['auth: basic, ada', 'header: X-Key']);
    const stored = await server.node.db.selectFrom('platformDefinitions').selectAll().execute();
    const audit = await get('/api/audit');
    expect(JSON.stringify([row, stored, audit])).not.toContain('hidden');

    const moved = { name: 'Shop', ...web, url: other.url };
    expect((await post(`${PLATFORMS}/${id}`, moved)).message).toContain('entered again');
    const kept = { name: 'Shop', ...web, url: `${url}/other` };
    expect((await post(`${PLATFORMS}/${id}`, kept)).status).toBe(200);
    expect((await get(PLATFORMS))[0].secrets).toHaveLength(2);
    const none = { ...moved, secrets: { auth: null, headers: null } };
    expect((await post(`${PLATFORMS}/${id}`, none)).status).toBe(200);
    expect((await get(PLATFORMS))[0].secrets).toEqual([]);
  });

  test('with a certificate that nobody vouches for is down unless any is taken', async () => {
    const { key, cert } = selfSigned();
    const web = createTls({ key, cert }, (_, answer) => answer.end());
    const port = await listen(web);
    onTestFinished(() => void web.close());
    const https = { kind: 'web', url: `https://127.0.0.1:${port}` };
    const refused = await tried(https);
    expect(refused).toMatchObject({ ok: false, advice: expect.stringContaining('MESH_CA') });
    expect(refused.last).toBe('Failed: certificate is not trusted: its issuer is unknown');
    const taken = await tried({ ...https, tls: 'any' });
    expect(taken.texts[1]).toMatch(
      /^Certificate of .*, valid until \d{4}-\d\d-\d\d \(\d+ days\), which/,
    );
    expect(taken.ok).toBe(true);
    expect((await tried({ kind: 'web', url: `http://127.0.0.1:${port}` })).ok).toBe(false);
  });

  test('with a certificate of another name says so, and what to try', async () => {
    const web = createTls(TRUSTED, (_, answer) => answer.end());
    const port = await listen(web);
    onTestFinished(() => void web.close());
    const https = { kind: 'web', url: `https://localhost:${port}` };
    expect(await tried(https)).toMatchObject({
      ok: false,
      last: 'Failed: certificate is not trusted: it is for another name',
      advice: 'Use a name that the certificate has, or take any certificate.',
    });
    expect((await tried({ ...https, tls: 'any' })).ok).toBe(true);
    expect((await tried({ ...https, url: `https://127.0.0.1:${port}` })).ok).toBe(true);
  });

  test('that hangs, never ends, redirects in a circle or has 100 MB of headers is a sentence, in time', async () => {
    const { url } = await serve((request, answer) => {
      const { url: path } = request;
      if (path === '/hangs') return;
      if (path === '/circle') return void answer.writeHead(302, { location: '/circle' }).end();
      if (path === '/headers') return sendHeaders(request.socket, 1600);
      const send = () =>
        answer.destroyed || answer.write('x'.repeat(65_536), () => setImmediate(send));
      send();
    });
    const line = `x: ${'x'.repeat(65_000)}\r\n`;
    function sendHeaders(socket: Socket, count: number): void {
      socket.write('HTTP/1.1 200 OK\r\n');
      const send = (left: number): unknown =>
        left > 0 && !socket.destroyed && socket.write(line, () => send(left - 1));
      send(count);
    }
    const lastOf = async (path: string, rest: object = {}) =>
      (await tried({ kind: 'web', url: url + path, ...rest })).last;
    const started = performance.now();
    expect(await lastOf('/hangs')).toBe('Failed: no answer');
    expect(await lastOf('/endless', { word: 'never' })).toBe('Failed: answer too large');
    expect(await lastOf('/endless')).toMatch(/^Answered 200/);
    expect(await lastOf('/circle', { redirects: 3 })).toBe('Failed: redirects again and again');
    expect(await lastOf('/circle')).toBe('Failed: answered 302 instead of 200-299');
    expect(await lastOf('/headers')).toBe('Failed: answer too large');
    expect(performance.now() - started).toBeLessThan(4 * TIMEOUT_MS);
  });

  test.each([
    ['with an upgrade', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'],
    ['without one', ''],
  ])(
    'that answers 101 %s is down at once, and the others go on being measured',
    async (_, more) => {
      const switching = createTcp((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${more}\r\n`));
      });
      const port = await listen(switching);
      onTestFinished(() => void switching.close());
      let visits = 0;
      const { url } = await serve((_request, answer) => {
        visits += 1;
        answer.end();
      });
      await add({ kind: 'web', url: `http://127.0.0.1:${port}` });
      const failure = 'answered 101 instead of 200-299';
      await found('error', failure);
      await add({ kind: 'web', name: 'Other', url });
      await vi.waitFor(() => expect(visits).toBe(1));
      await probeAgain();
      expect(visits).toBe(2);
      const web = { kind: 'web', url: `http://127.0.0.1:${port}` };
      expect((await tried(web)).last).toBe(`Failed: ${failure}`);
      expect(await tried({ ...web, statuses: '101' })).toMatchObject({ ok: true });
    },
  );

  test('is never a link-local address, the metadata service, or this server', async () => {
    const own = server.url;
    const { url } = await serve((_, answer) => answer.writeHead(302, { location: own }).end());
    for (const target of [
      own,
      own.replace('127.0.0.1', '[::ffff:7f00:1]'),
      'http://169.254.169.254/latest',
      'http://[fe80::1]/',
      'http://0.0.0.0/',
    ])
      expect((await tried({ kind: 'web', url: target })).last).toBe(
        'Failed: this server does not call its address',
      );
    const redirected = await tried({ kind: 'web', url, redirects: 1 });
    expect(redirected.last).toBe('Failed: this server does not call its address');
    expect(redirected.advice).toContain('PROBE_TARGETS');
  });

  test('that is none is refused with its reason', async () => {
    for (const url of ['ftp://shop.example', 'shop', 'http://ada:word@shop.example/'])
      expect(await add({ kind: 'web', url })).toMatchObject({ status: 400, message: /url/ });
    expect(await add({ kind: 'web', url: 'http://shop.example', statuses: '2xx' })).toMatchObject({
      status: 400,
      message: /statuses/,
    });
    const url = 'http://shop.example';
    for (const secrets of [{ auth: { token: 'a→b' } }, { headers: { 'x-key': 'a→b' } }])
      expect(await add({ kind: 'web', url, secrets })).toMatchObject({
        status: 400,
        message: /characters that no header may have/,
      });
    for (const place of [
      { kind: 'dns', host: 'mesh.example', server: '169.254.169.253' },
      { kind: 'mesh', id: 'shop', address: 'http://169.254.169.254' },
      { kind: 'web', url: `http://[::ffff:127.0.0.1]:${new URL(server.url).port}` },
    ])
      expect(await add(place)).toMatchObject({ status: 400, message: /are not called/ });
  });
});

test('a port is up while something listens there', async () => {
  const tcp = createTcp((socket) => socket.destroy());
  const port = await listen(tcp);
  await add({ kind: 'tcp', host: '127.0.0.1', port });
  await found('connected', null);
  await new Promise((resolve) => tcp.close(resolve));
  await probeAgain();
  await found('error', 'cannot be reached');
});

test('a host is up while packets come back', async (context) => {
  const { ok, last } = await tried({ kind: 'ping', host: '127.0.0.1' });
  if (last?.includes('install the package')) return context.skip();
  expect({ ok, last }).toEqual({
    ok: true,
    last: expect.stringMatching(/^3 of 3 packets came back from 127\.0\.0\.1, in [\d.]+ ms/),
  });
  await add({ kind: 'ping', host: 'localhost' });
  await found('connected', null);
  expect((await get(PLATFORMS))[0]).toMatchObject({ domain: 'localhost', target: 'localhost' });
  for (const host of ['-f', '-f 127.0.0.1', 'a b'])
    expect(await add({ kind: 'ping', host })).toMatchObject({ status: 400, message: /host must/ });
  const metadata = { kind: 'ping', name: 'Other', host: '169.254.169.254' };
  expect(await add(metadata)).toMatchObject({ status: 400, message: /are not called/ });
});

test('a name is up while its record is there and has the expected value', async () => {
  const names = await startNameServer('192.0.2.7');
  onTestFinished(names.close);
  const dns = { kind: 'dns', host: 'shop.example', server: names.address };
  await add({ ...dns, value: '192.0.2.7' });
  await found('connected', null);
  names.answer = '192.0.2.8';
  await probeAgain();
  await found('error', 'A is 192.0.2.8 instead of 192.0.2.7');
  names.answer = null;
  await probeAgain();
  await found('error', 'there is no A record of this name');
  for (const server of ['999.1', '9.9.9.9:99999', '[::zz]', 'ns.example'])
    expect(await add({ ...dns, server })).toMatchObject({ status: 400, message: /server must be/ });
  expect((await tried({ ...dns, server: '169.254.169.254' })).last).toContain('does not call');
});

describe('a platform that reports itself', () => {
  test('is unknown until its first call, up while it calls, and down when it is late or says so', async () => {
    const added = await add({ kind: 'report', everySec: 60, graceSec: 0 });
    const report = (query = '') => server.call(added.report + query, { method: 'POST' });
    await found('unknown', null);
    expect((await report()).status).toBe(200);
    await probeAgain();
    await found('connected', null);
    now += 61_000;
    await probeAgain();
    await found('error', 'has not reported itself in time');
    await report('?status=down&message=disk%20full');
    await probeAgain();
    await found('error', 'reported: disk full');
    await report();
    await probeAgain();
    await found('connected', null);
  });

  test('is late after its interval also when the clock was set back', async () => {
    const added = await add({ kind: 'report', everySec: 60, graceSec: 0 });
    await server.call(added.report, { method: 'POST' });
    now -= 3_600_000;
    await probeAgain();
    await found('connected', null);
    now += 61_000;
    await probeAgain();
    await found('error', 'has not reported itself in time');
    // A confirmed identity is not believed to be of the future.
    now += 3_600_000;
  });

  test('has an address that is said once, stored hashed, and can be renewed', async () => {
    const added = await add({ kind: 'report', everySec: 60 });
    const secret = added.report.split('/').at(-1);
    const rows = await server.node.db.selectFrom('platformDefinitions').selectAll().execute();
    expect(JSON.stringify([rows, await get(PLATFORMS)])).not.toContain(secret);
    const change = { name: 'Shop', kind: 'report', everySec: 120 };
    expect((await post(`${PLATFORMS}/${added.id}`, change)).report).toBeNull();
    expect((await server.call(added.report, { method: 'POST' })).status).toBe(200);
    const renewed = await post(`${PLATFORMS}/${added.id}`, { ...change, renew: true });
    expect((await server.call(added.report, { method: 'POST' })).status).toBe(404);
    expect((await server.call(renewed.report, { method: 'POST' })).status).toBe(200);
  });
});

test('bundles and proofs are for mesh nodes alone, and say so', async () => {
  const { url } = await serve((_, answer) => answer.end());
  await add({ kind: 'web', url });
  const start = { peer: 'Shop', deadline_sec: 60, commander_origin: server.url };
  expect(await post('/api/mesh/proof/start', start)).toMatchObject({
    status: 400,
    message: 'peer names Shop, which is no mesh node: bundles and proofs are for those alone.',
  });
  expect(await get('/api/dashboard/stats')).toMatchObject({ meshSize: 2 });
});

test('a test is written into the audit log with the resolved address', async () => {
  const { url, port } = await serve((_, answer) => answer.end());
  await tried({ kind: 'web', url: `http://localhost:${port}` });
  const [row] = await get('/api/audit');
  expect(row).toMatchObject({ action: 'platform.tested', target: 'Shop' });
  expect(row.detail).toMatch(/localhost resolves to .*127\.0\.0\.1/);
  expect(url).toContain(String(port));
});
