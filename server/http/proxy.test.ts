import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
afterEach(() => server.close());

const PERSON = {
  username: 'Ada',
  email: 'ada@mesh.example',
  password: 'a long enough password',
  sovereignLevel: 'S11.1',
};

const register = (headers: Record<string, string>) =>
  server.call('/api/auth/register', { json: PERSON, headers });

test('behind a trusted proxy with TLS the cookie is Secure and HSTS is sent', async () => {
  server = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
  const origin = server.url.replace('http', 'https');
  const answer = await register({ 'x-forwarded-proto': 'https', origin });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-meridian-session=.*; Secure;/);
  expect(answer.headers.get('strict-transport-security')).toContain('max-age=63072000');
});

test('only a trusted proxy is believed about addresses and TLS', async () => {
  server = await startServer({ alone: true });
  const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.7' };
  const answer = await register(headers);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^meridian-session=.*; SameSite=Lax$/);
  expect(answer.headers.get('strict-transport-security')).toBeNull();
  expect(server.logged.find(({ msg }) => msg === 'signed in')?.address).toBe('127.0.0.1');
});

test('in a chain of addresses the one that the trusted proxy saw counts', async () => {
  server = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
  await register({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' });
  expect(server.logged.find(({ msg }) => msg === 'signed in')?.address).toBe('203.0.113.7');
});
