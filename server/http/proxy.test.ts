import { afterEach, expect, test } from 'vitest';
import { sendRaw, statusesIn } from '../../tests/server/raw.ts';
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

test.each([
  ['a port', (i: number) => `203.0.113.2:${10_000 + i}`, '203.0.113.2'],
  ['brackets and a port', (i: number) => `[2001:db8:1::5]:${10_000 + i}`, '2001:db8:1::5'],
  ['a port that has a name (RFC 7239)', (i: number) => `203.0.113.3:_p${i}`, '203.0.113.3'],
  ['a name that hides it', (i: number) => `_hidden${i}`, '127.0.0.1'],
  ['the word of who does not know it', (i: number) => `198.51.100.${i}, unknown`, '127.0.0.1'],
  ['a comma at its end', (i: number) => `198.51.100.${i}, 203.0.113.4,`, '203.0.113.4'],
  ['nothing in it', () => ' , ', '127.0.0.1'],
  ['quotes', (i: number) => `198.51.100.${i}, "[2001:db8:1::5]"`, '2001:db8:1::5'],
])('an address with %s is one address for the limit of sign-ins', async (_case, of, address) => {
  server = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) {
    const json = { username: 'nobody', password: 'wrong' };
    const headers = { 'x-forwarded-for': of(i), 'x-forwarded-proto': 'https' };
    statuses.push((await server.call('/api/auth/login', { json, headers })).status);
  }
  expect(statuses.slice(9)).toEqual([401, 429]);
  expect(server.logged.find(({ msg }) => msg === 'login failed')?.address).toBe(address);
});

test.each([
  ['https,http', 'https', ''],
  ['HTTPS, https', 'https', ''],
  ['wss', 'https', ''],
  ['https', 'https', ':443'],
  ['http', 'http', ':80'],
])('behind X-Forwarded-Proto %s a page of %s is of this origin', async (proto, scheme, port) => {
  server = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
  const headers = [
    'POST /api/auth/register HTTP/1.1',
    `Host: localhost${port}`,
    `X-Forwarded-Proto: ${proto}`,
    `Origin: ${scheme}://localhost`,
    'Content-Type: application/json',
    'Connection: close',
    'Content-Length: 2',
  ];
  const answer = await sendRaw(server.url, `${headers.join('\r\n')}\r\n\r\n{}`);
  expect(statusesIn(answer)).toEqual([400]);
});

test('a refused origin is logged beside the one that was expected', async () => {
  server = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
  const host = new URL(server.url).host;
  const answer = await register({ origin: `https://${host}`, 'x-forwarded-proto': 'http' });
  expect(answer.status).toBe(403);
  expect((await answer.json()).message).toMatch(
    /another site, or .* X-Forwarded-Proto .* TRUSTED_PROXIES/,
  );
  expect(
    server.logged.find(({ msg }) => msg === 'request of another origin refused'),
  ).toMatchObject({
    own: `http://${host}`,
    from: `https://${host}`,
  });
});
