import { hash } from 'node:crypto';
import type { Role } from '../../../contract/roles.ts';
import { saveAccessSettings } from '../../../server/store/settings.ts';
import { openDisplay } from '../displays/screen.ts';
import type { TestServer } from '../start-server.ts';
import type { Caller } from './expected-access.ts';

/** The headers that a request of each caller brings. */
export type Callers = Readonly<Record<Caller, Readonly<Record<string, string>>>>;

/** Signs all of them up on a server without accounts. Admins need a second factor there. */
export async function createCallers(server: TestServer): Promise<Callers> {
  const { node } = server;
  const admin = await signUp(server, 'admin');
  const unproven = await signUp(server, 'admin');
  const unenrolled = await signUp(server, 'admin');
  const viewer = await signUp(server, 'viewer');
  const operator = await signUp(server, 'operator');
  const expired = await signUp(server, 'admin');
  const ended = await signUp(server, 'admin');
  const display = await openDisplay(server, 'Hall', admin.cookie);

  await server.call('/api/auth/logout', { method: 'POST', cookie: ended.cookie });
  await changeSession(server, expired.cookie, { expires_at: Date.now() - 1 });
  await changeSession(server, unproven.cookie, { proven_at: 0 });
  await node.db
    .updateTable('accounts')
    .set({ totp_since: 1 })
    .where('role', '=', 'admin')
    .where('username', '!=', unenrolled.username)
    .execute();
  await node.journal.commit((tx) =>
    saveAccessSettings(tx, { secondFactorFor: ['admin'], auditDays: 365 }),
  );
  node.sessions.refresh();

  return {
    nobody: {},
    'expired session': { cookie: expired.cookie },
    'ended session': { cookie: ended.cookie },
    display: { cookie: display.cookie },
    viewer: { cookie: viewer.cookie },
    operator: { cookie: operator.cookie },
    admin: { cookie: admin.cookie },
    'admin proven long ago': { cookie: unproven.cookie },
    'admin without the second factor': { cookie: unenrolled.cookie },
    ...(await createTokens(server, admin.cookie)),
  };
}

async function createTokens(server: TestServer, cookie: string) {
  async function create(role: Role, name: string = role) {
    const json = { name, role, days: 1 };
    const answer = await server.call('/api/account/tokens', { cookie, json });
    const { token } = (await answer.json()) as { token: string };
    return { authorization: `Bearer ${token}` };
  }
  const removed = await create('admin', 'removed');
  const expired = await create('admin', 'expired');
  const own = await server.call('/api/account', { cookie });
  const { tokens } = (await own.json()) as { tokens: { id: string; name: string }[] };
  const id = tokens.find(({ name }) => name === 'removed')?.id;
  await server.call(`/api/account/tokens/${id}`, { method: 'DELETE', cookie });
  await server.node.db
    .updateTable('api_tokens')
    .set({ expires_at: Date.now() - 1 })
    .where('name', '=', 'expired')
    .execute();
  return {
    'viewer token': await create('viewer'),
    'operator token': await create('operator'),
    'admin token': await create('admin'),
    'removed token': removed,
    'expired token': expired,
  };
}

async function signUp(server: TestServer, role: Role) {
  const person = await server.signUp();
  await server.node.db
    .updateTable('accounts')
    .set({ role })
    .where('username', '=', person.username)
    .execute();
  server.node.sessions.refresh();
  return person;
}

/** As time or another process would. */
async function changeSession(
  server: TestServer,
  cookie: string,
  change: { expires_at?: number; proven_at?: number },
): Promise<void> {
  const token = cookie.split('=')[1] ?? '';
  await server.node.db
    .updateTable('sessions')
    .set(change)
    .where('token_hash', '=', hash('sha256', token))
    .execute();
}
