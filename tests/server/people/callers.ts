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
