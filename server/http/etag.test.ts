import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
let cookie: string;
let now = Date.UTC(2026, 10, 26, 14);
beforeAll(async () => {
  server = await startServer({ alone: true, now: () => now });
  cookie = (await server.signUp()).cookie;
});
afterAll(() => server.close());

const read = (path: string, headers: Record<string, string> = {}) =>
  server.call(path, { cookie, headers });

test.each(['/api/alerts/rules', '/api/openapi.json'])(
  '%s is not sent again to whoever has it',
  async (path) => {
    const first = await read(path);
    const tag = String(first.headers.get('etag'));
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    const again = await read(path, { 'if-none-match': `W/"other", ${tag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('etag')).toBe(tag);
    expect(again.headers.get('cache-control')).toBe('no-store');
  },
);

test.each([
  ['/api/admin/watchdog/summary', 'ts'],
  ['/api/mesh/proof/health', 'timestamp'],
])('%s is not sent again for another %s alone', async (path, answeredAt) => {
  const first = await read(path);
  const tag = String(first.headers.get('etag'));
  now += 10_000;
  const later = await (await read(path)).json();
  expect(later[answeredAt]).not.toBe((await first.json())[answeredAt]);
  expect((await read(path, { 'if-none-match': tag })).status).toBe(304);
});

test('what has changed is sent whole, with another tag', async () => {
  const tag = String((await read('/api/handover/notes')).headers.get('etag'));
  await server.call('/api/handover/notes', { cookie, json: { text: 'Disks are new.' } });
  const changed = await read('/api/handover/notes', { 'if-none-match': tag });
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(tag);
  expect(await changed.json()).toMatchObject([{ text: 'Disks are new.' }]);
});

test('a refusal has no tag, and is problem details', async () => {
  const refused = await read('/api/incidents/999', { 'if-none-match': '*' });
  expect(refused.headers.get('etag')).toBeNull();
  expect(refused.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const { message, ...problem } = await refused.json();
  expect(message).toEqual(expect.any(String));
  const named = { type: 'about:blank', title: 'Not Found', status: 404, detail: message };
  expect(problem).toEqual(named);
});
