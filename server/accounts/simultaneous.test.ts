import { afterEach, beforeEach, expect, test } from 'vitest';
import { signUp } from '../../tests/server/people/team.ts';
import { startServer, type TestServer } from '../../tests/server/start-server.ts';

/** Sign-ups that arrive at the same moment: each engine keeps their transactions apart in its own way. */

let server: TestServer;
beforeEach(async () => {
  server = await startServer({ alone: true });
});
afterEach(() => server.close());

const signUpAll = (nameOf: (i: number) => string) =>
  Promise.all(
    Array.from({ length: 20 }, (_, i) => signUp(server, nameOf(i), { email: 'ada@mesh.example' })),
  );
const accounts = () =>
  server.node.db.selectFrom('accounts').select('role').orderBy('role').execute();

test('of twenty first sign-ups at the same moment exactly one becomes admin', async () => {
  const answers = await signUpAll((i) => `first-${i}`);
  expect(answers.every(({ status }) => status === 200)).toBe(true);
  const roles = ['admin', ...Array.from({ length: 19 }, () => 'operator')];
  expect((await accounts()).map(({ role }) => role)).toEqual(roles);
});

test('of twenty simultaneous sign-ups with one name exactly one succeeds', async () => {
  const names = ['Ada', 'ADA', 'ada', 'Ａｄａ'] as const;
  const answers = await signUpAll((i) => names[i % names.length] ?? '');
  const statuses = answers.map((answer) => answer.status).sort();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await accounts()).toHaveLength(1);
});
