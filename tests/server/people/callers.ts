import { hash } from 'node:crypto';
import type { Role } from '../../../contract/roles.ts';
import { saveAccessSettings } from '../../../server/accounts/rows/access-settings.ts';
import { openDisplay } from '../displays/screen.ts';
import type { TestServer } from '../start-server.ts';
import type { Caller } from './expected-access.ts';

/** The headers that a request of each caller brings. */
export type Callers = Readonly<Record<Caller, Readonly<Record<string, string>>>>;

const DISPLAYS = '/api/displays';

/** Signs all of them up on a server without accounts. Admins need a second factor there in the end. */
export async function createCallers(server: TestServer): Promise<Callers> {
  const admin = await person(server, 'admin');
  const { cookie } = admin;
  const change = (who: Person, json: object) =>
    ok(server, `/api/people/${who.id}`, { cookie, json });

  const [expired, ended] = [await person(server, 'admin'), await person(server, 'admin')];
  await changeSession(server, expired.cookie, { expiresAt: Date.now() - 1 });
  await ok(server, '/api/auth/logout', { method: 'POST', cookie: ended.cookie });
  const disabled = await person(server, 'admin');
  const disabledToken = await token(server, disabled);
  await change(disabled, { disabled: true });
  const deleted = await person(server, 'admin');
  const deletedToken = await token(server, deleted);
  await ok(server, `/api/people/${deleted.id}`, { method: 'DELETE', cookie });
  const demoted = await person(server, 'admin');
  const demotedToken = await token(server, demoted);
  await change(demoted, { role: 'viewer' });

  const display = await openDisplay(server, 'Hall', cookie);
  const revoked = await openDisplay(server, 'Attic', cookie);
  const displays = await (await server.call(DISPLAYS, { cookie })).json();
  const attic = displays.find(({ name }: { name: string }) => name === 'Attic');
  await ok(server, `${DISPLAYS}/${attic.id}`, { method: 'DELETE', cookie });

  const unproven = await person(server, 'admin');
  await changeSession(server, unproven.cookie, { provenAt: 0 });
  const unenrolled = await person(server, 'admin');
  const unenrolledToken = await token(server, unenrolled);
  const tokens = await createTokens(server, admin);
  await demandSecondFactor(server, unenrolled);

  return {
    nobody: {},
    'expired session': { cookie: expired.cookie },
    'ended session': { cookie: ended.cookie },
    'session of a disabled account': { cookie: disabled.cookie },
    'session of a deleted account': { cookie: deleted.cookie },
    display: { cookie: display.cookie },
    'revoked display': { cookie: revoked.cookie },
    viewer: { cookie: (await person(server, 'viewer')).cookie },
    'demoted admin': { cookie: demoted.cookie },
    operator: { cookie: (await person(server, 'operator')).cookie },
    admin: { cookie },
    'admin proven long ago': { cookie: unproven.cookie },
    'admin without the second factor': { cookie: unenrolled.cookie },
    ...tokens,
    'token without the second factor': unenrolledToken,
    'admin token of a demoted admin': demotedToken,
    'token of a disabled account': disabledToken,
    'token of a deleted account': deletedToken,
  };
}

async function createTokens(server: TestServer, admin: Person) {
  const removed = await token(server, admin, 'admin', 'removed');
  const expired = await token(server, admin, 'admin', 'expired');
  const own = await server.call('/api/account', admin);
  const { tokens } = (await own.json()) as { tokens: { id: string; name: string }[] };
  const id = tokens.find(({ name }) => name === 'removed')?.id;
  await ok(server, `/api/account/tokens/${id}`, { method: 'DELETE', cookie: admin.cookie });
  await server.node.db
    .updateTable('apiTokens')
    .set({ expiresAt: Date.now() - 1 })
    .where('name', '=', 'expired')
    .execute();
  return {
    'viewer token': await token(server, admin, 'viewer'),
    'operator token': await token(server, admin, 'operator'),
    'admin token': await token(server, admin),
    'removed token': removed,
    'expired token': expired,
  };
}

/** All admins have one, but for this person. */
async function demandSecondFactor({ node }: TestServer, but: Person): Promise<void> {
  await node.db
    .updateTable('accounts')
    .set({ totpSince: 1 })
    .where('role', '=', 'admin')
    .where('id', '!=', but.id)
    .execute();
  await node.journal.commit((tx) =>
    saveAccessSettings(tx, { secondFactorFor: ['admin'], auditDays: 365 }),
  );
  node.sessions.refresh();
}

interface Person {
  readonly id: string;
  readonly cookie: string;
}

async function person(server: TestServer, role: Role): Promise<Person> {
  const { cookie, username } = await server.signUp();
  const { id } = await server.node.db
    .updateTable('accounts')
    .set({ role })
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirstOrThrow();
  server.node.sessions.refresh();
  return { id, cookie };
}

/** @returns the header of a new API token */
async function token(
  server: TestServer,
  { cookie }: Person,
  role: Role = 'admin',
  name: string = role,
) {
  const json = { name, role, days: 1 };
  const made = await (await ok(server, '/api/account/tokens', { cookie, json })).json();
  return { authorization: `Bearer ${made.token}` };
}

async function ok(server: TestServer, path: string, options: Parameters<TestServer['call']>[1]) {
  const answer = await server.call(path, options);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** As time or another process would. */
async function changeSession(
  server: TestServer,
  cookie: string,
  change: { expiresAt?: number; provenAt?: number },
): Promise<void> {
  const token = cookie.split('=')[1] ?? '';
  await server.node.db
    .updateTable('sessions')
    .set(change)
    .where('tokenHash', '=', hash('sha256', token))
    .execute();
}
