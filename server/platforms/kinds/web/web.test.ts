import { createServer as createHttp, type ServerResponse } from 'node:http';
import { createServer as createTls } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { selfSigned } from '../../../../tests/doubles/self-signed.ts';
import { startServer, type TestServer } from '../../../../tests/server/start-server.ts';

const ID = '9007199254740993123';
const FACTS = `{"id":${ID},"deep":{"all":[${ID}],"text":"${ID}"},"part":0.1,"version":1.10}`;
const WORD = 'Größe';
// Not made in an answer, which would be late by it.
// Not made in an answer, which would be late by it.
const BOMB = gzipSync(WORD + '0'.repeat(30_000_000));

/** By path: what is answered. */
const ANSWERS: Record<string, (answer: ServerResponse, cookie?: string, host?: string) => void> = {
  '/gzip': (answer) => answer.setHeader('content-encoding', 'gzip').end(gzipSync(WORD)),
  '/br': (answer) => answer.setHeader('content-encoding', 'br').end(brotliCompressSync(WORD)),
  '/raw': (answer) => answer.setHeader('content-encoding', 'deflate').end(deflateRawSync(WORD)),
  '/bomb': (answer) => answer.setHeader('content-encoding', 'gzip').end(BOMB),
  '/zebra': (answer) => answer.setHeader('content-encoding', 'zebra').end(gzipSync(WORD)),
  // A character set is no coding, but some name it as one. Browsers read what they do not know as it is.
  '/named': (answer) => answer.setHeader('content-encoding', 'UTF-8').end(WORD),
  '/lie': (answer) => answer.setHeader('content-encoding', 'gzip').end(WORD),
  '/latin': (answer) =>
    answer.setHeader('content-type', 'text/html; charset=iso-8859-1').end(WORD, 'latin1'),
  '/meta': (answer) => answer.end(`<meta charset="windows-1252">${WORD}`, 'latin1'),
  '/utf16': (answer) => answer.end(Buffer.from(`\uFEFF${WORD}`, 'utf16le')),
  '/json': (answer) => answer.end(`\uFEFF${FACTS}`),
  '/big': (answer) => answer.end(WORD + 'x'.repeat(1_500_000)),
  '/late': (answer) => answer.end('x'.repeat(1_500_000) + WORD),
  '/stream': (answer) => answer.write(`data: ${WORD}\n\n`),
  // Its word comes when it has grown by less than an eighth.
  '/slow': (answer) =>
    answer.write('x'.repeat(40_000), () => setImmediate(() => answer.write(WORD))),
  '/broken': (answer) => {
    answer.setHeader('content-length', '100');
    answer.write(WORD, () => setTimeout(() => answer.destroy(), 20));
  },
  '/cookie': (answer, cookie = '') =>
    /(?:^|; )seen=1$/.test(cookie)
      ? answer.end(cookie)
      : answer.writeHead(302, { 'set-cookie': 'seen=1; Path=/', location: '/cookie' }).end(),
  '/utf8': (answer) => answer.writeHead(302, { location: latin('/café-фото') }).end(),
  '/caf%C3%A9-%D1%84%D0%BE%D1%82%D0%BE': (answer) => answer.end(WORD),
  '/host': (answer, _cookie, host) => answer.writeHead(host === 'shop.example' ? 200 : 404).end(),
};
const latin = (text: string) => Buffer.from(text).toString('latin1');

const SITE = selfSigned({ name: 'shop.example' });
const sockets = new Set<Socket>();
const web = createHttp(({ url = '', headers }, answer) =>
  ANSWERS[url]?.(answer, headers.cookie, headers.host),
);
const names: string[] = [];
const SNICallback = (name: string, done: (error: null) => void) => {
  names.push(name);
  done(null);
};
const secure = createTls(
  { ...SITE, SNICallback },
  ({ headers }, answer) => void answer.end(headers.host),
);

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  for (const one of [web, secure]) {
    one.on('connection', (socket: Socket) => void sockets.add(socket));
    await new Promise<void>((resolve) => void one.listen(0, '127.0.0.1', resolve));
  }
  server = await startServer({ alone: true, env: { SIGNUP_ROLE: 'admin' } });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all([web, secure].map((one) => new Promise((resolve) => one.close(resolve))));
  await server.close();
});

const portOf = (one: Server) => (one.address() as AddressInfo).port;
let tests = 0;
/** @returns 'up', or why it is not */
async function tried(path: string, check: object = {}): Promise<string> {
  // Each account may test so often in a minute.
  if (tests++ % 20 === 0) ({ cookie } = await server.signUp());
  const url = path.startsWith('/') ? `http://127.0.0.1:${portOf(web)}${path}` : path;
  const thresholds = { timeoutMs: 10_000 };
  const platform = { kind: 'web', name: 'Shop', url, thresholds, ...check };
  const answer = await server.call('/api/mesh/test', { cookie, json: { platform } });
  const { ok, steps } = await answer.json();
  return ok ? 'up' : steps.at(-1).text;
}

test.each([
  '/gzip',
  '/br',
  '/raw',
  '/bomb',
  '/latin',
  '/meta',
  '/utf16',
  '/big',
  '/stream',
  '/named',
])('a word is found in %s', async (path) => {
  expect(await tried(path, { word: WORD })).toBe('up');
});

test('a word that came before the answer broke off, or while nothing more comes, counts', async () => {
  expect(await tried('/broken', { word: WORD })).toBe('up');
  expect(await tried('/slow', { word: WORD, thresholds: { timeoutMs: 1_500 } })).toBe('up');
  expect(await tried('/stream', { word: 'other', thresholds: { timeoutMs: 1_500 } })).toBe(
    'Failed: its answer was not complete in time',
  );
  expect(await tried('/late', { word: WORD })).toBe('Failed: answer too large');
});

test('an answer that cannot be read says why, and is read only if something is looked for in it', async () => {
  expect(await tried('/zebra', { word: WORD })).toBe(
    'Failed: the answer is compressed by zebra, which is not read',
  );
  expect(await tried('/lie', { word: WORD })).toBe(
    'Failed: its answer is not compressed as it says',
  );
  expect(await tried('/zebra')).toBe('up');
  expect(await tried('/lie')).toBe('up');
});

test('a value of JSON is compared as it is written', async () => {
  const at = (path: string, value: string) => tried('/json', { json: { path, value } });
  expect(await at('id', ID)).toBe('up');
  expect(await at('id', String(Number(ID)))).toBe(`Failed: id is ${ID} instead of ${Number(ID)}`);
  expect(await at('deep.text', ID)).toBe('up');
  for (const same of [`[${ID}]`, `[ ${ID} ]`]) expect(await at('deep.all', same)).toBe('up');
  for (const path of ['$.deep.all[0]', 'deep.all.0', '.deep.all[0]'])
    expect(await at(path, ID)).toBe('up');
  expect(await at('deep.all[1]', ID)).toBe('Failed: the answer has no value at deep.all[1]');
  const ofNone = await tried('/latin', { json: { path: 'id', value: ID } });
  expect(ofNone).toBe('Failed: the answer is not JSON');
  expect(await at('part', '0.1')).toBe('up');
  for (const same of ['1.10', '1.1']) expect(await at('version', same)).toBe('up');
});

test('redirects keep cookies, and may be written in UTF-8', async () => {
  expect(await tried('/cookie', { redirects: 3 })).toBe('up');
  const secrets = { headers: { Cookie: 'own=2' } };
  expect(await tried('/cookie', { redirects: 3, secrets, word: 'own=2; seen=1' })).toBe('up');
  expect(await tried('/utf8', { redirects: 3, word: WORD })).toBe('up');
});

test('a Host header that was entered is sent, and names the site in TLS', async () => {
  const secrets = { headers: { Host: 'shop.example' } };
  expect(await tried('/host')).toBe('Failed: answered 404 instead of 200-299');
  expect(await tried('/host', { secrets })).toBe('up');
  const url = `https://127.0.0.1:${portOf(secure)}/`;
  const word = 'shop.example:443';
  const asked = { tls: 'any', word, secrets: { headers: { host: word } } };
  expect(await tried(url, asked)).toBe('up');
  expect(names).toEqual(['shop.example']);
});
