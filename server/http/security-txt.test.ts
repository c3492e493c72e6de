import { afterEach, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

const PATH = '/.well-known/security.txt';
const NOW = Date.parse('2026-11-23T12:00:00Z');

let server: TestServer;
afterEach(() => server.close());

const start = (env: Record<string, string>) => startServer({ alone: true, env, now: () => NOW });

test('names the configured contact, its own address and an end within a year', async () => {
  server = await start({
    SECURITY_CONTACT: 'mailto:Security@mesh.example',
    PUBLIC_URL: 'https://mesh.example',
  });
  const answer = await server.call(PATH);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = (await answer.text()).trimEnd().split('\n');
  const [contact, expires = '', canonical] = lines;
  expect(contact).toBe('Contact: mailto:Security@mesh.example');
  const end = Date.parse(expires.replace('Expires: ', ''));
  expect(end).toBeGreaterThan(NOW + 30 * DAY_MS);
  expect(end).toBeLessThan(NOW + 365 * DAY_MS);
  expect(canonical).toBe(`Canonical: https://mesh.example${PATH}`);
  expect(lines).toHaveLength(3);
});

test('names no address of its own where people do not use HTTPS', async () => {
  server = await start({ SECURITY_CONTACT: 'https://mesh.example/report' });
  expect(await (await server.call(PATH)).text()).not.toContain('Canonical');
});

test('is not there without a contact', async () => {
  server = await start({});
  expect((await server.call(PATH)).status).toBe(404);
});
