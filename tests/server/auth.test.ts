import { afterEach, expect, test } from 'vitest';
import { startServer, type TestServer } from './start-server.ts';

let server: TestServer;
afterEach(() => server.close());

test('a new account is signed in at once and reads its session', async () => {
  server = await startServer();
  const { cookie, username } = await server.signUp();
  const answer = await server.call('/api/auth/session', { cookie });
  expect(await answer.json()).toMatchObject({ user: { username } });
  const logs = await server.call('/api/activity/logs', { cookie });
  expect(await logs.json()).toMatchObject([{ message: `${username} signed up` }]);
  expect(logs.headers.get('meridian-seq')).toBe('1');
});
