import { afterEach, beforeEach, expect, test } from 'vitest';
import { begun, sendOn } from '../../tests/server/bundles/uploads/tus-client.ts';
import { GOOD_ZIP } from '../../tests/server/bundles/uploads/upload-client.ts';
import { openConsole } from '../../tests/server/console.ts';
import { sendRaw, statusesIn } from '../../tests/server/raw.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';
import { addToken, bearer, callWith, type Person } from '../../tests/server/tokens/token-rig.ts';

let now: number;
let server: TestServer;
let ada: Person;
beforeEach(async () => {
  now = Date.parse('2026-11-23T12:00:00Z');
  server = await startServer({ alone: true, now: () => now });
  ada = await server.signUp('ada');
});
afterEach(() => server.close());

const wrongToken = (i = 0) => `mrd_${String(i).padStart(43, 'x')}`;

test('the rules against requests from other sites do not apply, the check of the host does', async () => {
  const token = await addToken(server, ada, { role: 'operator' });
  const elsewhere = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  const json = { text: 'All is well.' };
  const path = '/api/handover/notes';
  const byCookie = await server.call(path, { cookie: ada.cookie, json, headers: elsewhere });
  expect(byCookie.status).toBe(403);
  expect((await callWith(server, token, path, { json, headers: elsewhere })).status).toBe(200);
  const request = [
    'GET /api/dashboard/stats HTTP/1.1',
    'Host: evil.example',
    `Authorization: Bearer ${token}`,
    'Connection: close',
    '',
    '',
  ].join('\r\n');
  expect(statusesIn(await sendRaw(server.url, request))).toEqual([421]);
});

test('a preflight from another site is not answered with permission', async () => {
  const answer = await server.call('/api/dashboard/stats', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(answer.ok).toBe(false);
  expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual(
    [],
  );
});

test('the live socket, resumable uploads and metrics accept a token', async () => {
  const token = await addToken(server, ada, { role: 'operator' });
  const live = await openConsole(server.url, { ...bearer(token), origin: 'https://evil.example' });
  await live.waitFor(({ type }) => type === 'hello');
  live.socket.terminate();
  const forwarded = { 'x-forwarded-for': '203.0.113.7' };
  expect((await server.call('/metrics', { headers: forwarded })).status).toBe(401);
  const metrics = await callWith(server, token, '/metrics', { headers: forwarded });
  expect(metrics.status).toBe(200);
  const tus = await callWith(server, token, '/api/zip/uploads', {
    method: 'POST',
    headers: { 'tus-resumable': '1.0.0', 'upload-length': String(GOOD_ZIP.length) },
  });
  expect(tus.status).toBe(400);
  const upload = await begun(server, ada.cookie, { fields: { targetPlatforms: '[]' } });
  await sendOn(server, ada.cookie, upload, 0, new Uint8Array(GOOD_ZIP.subarray(0, 7)));
  const state = await callWith(server, token, upload, {
    method: 'HEAD',
    headers: { 'tus-resumable': '1.0.0' },
  });
  expect([state.status, state.headers.get('upload-offset')]).toEqual([200, '7']);
  const viewer = await addToken(server, ada);
  const refused = await callWith(server, viewer, upload, { method: 'HEAD' });
  expect(refused.status).toBe(403);
});

test('a wrong token is answered 401 with the scheme, whatever else the request is', async () => {
  for (const [path, token] of [
    ['/api/dashboard/stats', wrongToken()],
    ['/api/dashboard/stats', 'mrd_short'],
    ['/api/dashboard/stats', ''],
    ['/api/nothing/here', wrongToken()],
    ['/metrics', wrongToken()],
  ] as const) {
    const answer = await callWith(server, token, path);
    expect([path, token, answer.status]).toEqual([path, token, 401]);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  }
  await expect(openConsole(server.url, bearer(wrongToken()))).rejects.toThrow('HTTP 401');
});

test('another scheme is none of ours: the cookie counts', async () => {
  const headers = { authorization: 'Basic YWRhOnNlY3JldA==' };
  const answer = await server.call('/api/auth/session', { cookie: ada.cookie, headers });
  expect(answer.status).toBe(200);
});

test('wrong tokens are limited by address; a right one from there still works', async () => {
  const token = await addToken(server, ada);
  const path = '/api/dashboard/stats';
  for (let i = 0; i < 30; i++)
    expect((await callWith(server, wrongToken(i), path)).status).toBe(401);
  const limited = await callWith(server, wrongToken(99), path);
  expect(limited.status).toBe(429);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await callWith(server, token, path)).status).toBe(200);
  now += 5 * 60_000 + 1;
  expect((await callWith(server, wrongToken(99), path)).status).toBe(401);
});

test('a sign-in with a token beside it signs in, and leaves the token alone', async () => {
  const token = await addToken(server, ada);
  const live = await openConsole(server.url, bearer(token));
  const json = { username: 'ada', password: 'a long enough password' };
  expect((await callWith(server, token, '/api/auth/login', { json })).status).toBe(200);
  expect((await callWith(server, token, '/api/dashboard/stats')).status).toBe(200);
  expect(live.socket.readyState).toBe(live.socket.OPEN);
  live.socket.terminate();
});
