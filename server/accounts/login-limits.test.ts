import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

let server: TestServer;
afterEach(() => server.close());

const PASSWORD = 'a long enough password';
const login = (username: string, password: string, cookie?: string) =>
  server.call('/api/auth/login', { json: { username, password }, ...(cookie && { cookie }) });
/** @returns the cookie by which a device is known from now on */
const deviceOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .find((cookie) => cookie.startsWith('meridian-device=')) ?? '';

test('after ten wrong guesses an account refuses even the right password for five minutes', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  server = await startServer({ alone: true, now: () => now });
  const { cookie } = await server.signUp('Ada');
  for (let i = 0; i < 10; i++) expect((await login('ADA', `guess ${i} ...`)).status).toBe(401);
  const refused = await login('Ada', PASSWORD);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('300');
  expect((await server.call('/api/auth/session', { cookie })).status).toBe(200);
  now += 301_000;
  expect((await login('Ada', PASSWORD)).status).toBe(200);
});

test('a device on which the owner has signed in is not locked out by guesses from elsewhere', async () => {
  server = await startServer({ alone: true });
  await server.signUp('Ada');
  const device = deviceOf(await login('Ada', PASSWORD));
  for (let i = 0; i < 12; i++) await login('Ada', `guess ${i} ...`);
  expect((await login('Ada', PASSWORD)).status).toBe(429);
  const forged = device.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
  expect((await login('Ada', PASSWORD, forged)).status).toBe(429);
  expect((await login('Ada', PASSWORD, device)).status).toBe(200);
});

test('a known device is limited too, and its cookie says nothing for another account', async () => {
  server = await startServer({ alone: true });
  await server.signUp('Grace');
  const registration = { username: 'Ada', email: 'ada@mesh.example', password: PASSWORD };
  const json = { ...registration, sovereignLevel: 'S11.1' };
  const device = deviceOf(await server.call('/api/auth/register', { json }));
  const guess = async (username: string, i: number) =>
    (await login(username, `guess ${i} ...`, device)).status;
  const own = await Promise.all(Array.from({ length: 12 }, (_, i) => guess('Ada', i)));
  expect(own.filter((status) => status === 401)).toHaveLength(10);
  expect((await login('Ada', PASSWORD)).status).toBe(200);
  const others = await Promise.all(Array.from({ length: 12 }, (_, i) => guess('Grace', i)));
  expect(others.filter((status) => status === 401)).toHaveLength(10);
  expect((await login('Grace', PASSWORD)).status).toBe(429);
});

test('guesses that are sent all at once are counted one by one', async () => {
  server = await startServer({ alone: true });
  await server.signUp('Ada');
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => login('Ada', `guess ${i} ...`)),
  );
  expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(30);
});

test('an address is refused after a hundred failures, whatever its X-Forwarded-For', async () => {
  server = await startServer({ alone: true });
  const statuses: number[] = [];
  for (let i = 0; i < 11; i++) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, j) =>
        server.call('/api/auth/login', {
          json: { username: `somebody-${i}-${j}`, password: 'a guess' },
          headers: { 'x-forwarded-for': `10.0.${i}.${j}` },
        }),
      ),
    );
    statuses.push(...answers.map((answer) => answer.status));
  }
  expect(statuses.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 401));
  expect(statuses.slice(100)).toEqual(Array.from({ length: 10 }, () => 429));
});

test('all addresses of one IPv6 network share their failures', async () => {
  server = await startServer({ alone: true, env: { TRUSTED_PROXIES: '1' } });
  const guessFrom = async (address: string, i: number) => {
    const json = { username: `somebody-${i}`, password: 'a guess' };
    const headers = { 'x-forwarded-for': address };
    return (await server.call('/api/auth/login', { json, headers })).status;
  };
  for (let i = 0; i < 100; i += 10)
    await Promise.all(
      Array.from({ length: 10 }, (_, j) => guessFrom(`2001:db8:0:7::${i + j}`, i + j)),
    );
  expect(await guessFrom('2001:db8:0:7:ffff::1', 100)).toBe(429);
  expect(await guessFrom('2001:db8:0:8::1', 101)).toBe(401);
});
