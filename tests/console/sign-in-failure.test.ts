import { expect, test } from 'vitest';
import { signInFailure, signUpFailure } from '../../src/features/auth/account-calls.ts';
import { createHttpClient } from '../../src/worker/http/http-client.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import { createHandClock } from '../doubles/clock.ts';
import { createFakeServer, type FakeAnswer, meridianHeaders } from '../doubles/server.ts';

const PAGE = '<html><h1>Bad Gateway</h1></html>';
const OWN = meridianHeaders(1, 0);
const AWAY = 'Connection Error: Unable to connect to authentication service';
const REFUSED = 'Login Failed: Invalid credentials';

test.each<[string, FakeAnswer, string]>([
  ['a gateway\u2019s page with 502', { status: 502, body: PAGE }, AWAY],
  ['a gateway\u2019s page with 503', { status: 503, body: PAGE }, AWAY],
  ['a gateway\u2019s page with 504', { status: 504, body: PAGE }, AWAY],
  ['a sign-in page', { body: PAGE }, AWAY],
  ['503 without a body', { status: 503 }, REFUSED],
  ['500 without a body', { status: 500 }, REFUSED],
  ['a page with 500', { status: 500, body: PAGE }, REFUSED],
  ['401 in plain text', { status: 401, body: 'No' }, REFUSED],
  ['a page of its own with 503', { status: 503, body: PAGE, headers: OWN }, REFUSED],
  ['a message', { status: 503, body: { message: 'Later.' } }, 'Login Failed: Later.'],
])('a sign-in that is answered by %s', async (_, answer, said) => {
  const clock = createHandClock();
  const server = createFakeServer();
  const http = createHttpClient({ ...server, clock, serverTime: createServerTime(clock) });
  server.route('POST', '/api/auth/login', () => answer);
  const payload = { username: 'ada', password: 'secret' };
  const never = new AbortController().signal;
  const { outcome } = await http.request('login', { payload }, never);
  if (outcome.ok) throw new Error('it was taken for an answer');
  const { title, message } = signInFailure(outcome);
  expect(`${title}: ${message}`).toBe(said);
  expect(signUpFailure(outcome).title === 'Connection Error').toBe(said === AWAY);
});
