import type { FastifyInstance } from 'fastify';
import type { Call } from '../../../contract/call.ts';
import { CALLS } from '../../../contract/calls.ts';
import { isAllowed, type SessionRole } from '../../../contract/roles.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { clearSessionCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { hasAccounts, listAccountNames } from '../rows/accounts.ts';
import { type AccountsNode, profileOf } from '../sign-in.ts';

/** What the sign-in page may offer, who is signed in, and sign out. */
export function authCalls(app: FastifyInstance, node: AccountsNode): void {
  signInOptions(app, node);
  logout(app, node);
  session(app, node);
}

function signInOptions(app: FastifyInstance, { config, db, relyingParties }: AccountsNode): void {
  const { registration, oidc } = config;
  handle(app, 'signInOptions', async ({ request }) => ({
    registration,
    firstAccount: !(await hasAccounts(db)),
    passkeyProblem: relyingParties.problem(request),
    oidc: oidc && { name: oidc.name },
  }));
}

function logout(app: FastifyInstance, { sessions, now }: AccountsNode): void {
  handle(app, 'logout', async ({ account, query, request, reply }) => {
    const isNamed = query.account !== undefined;
    if (isNamed && query.account !== account.username)
      return { message: 'Somebody else is signed in.' };
    const audit = { action: 'sign-in.ended', target: account.username } as const;
    if (request.signedIn)
      await sessions.end(request.signedIn, (tx) => recordAudit(tx, { ...audit, at: now() }));
    if (!isNamed) clearSessionCookie(reply);
    request.log.info({ account: request.signedIn?.account.id }, 'signed out');
    return { message: 'Signed out.' };
  });
}

function session(app: FastifyInstance, { db }: AccountsNode): void {
  handle(app, 'session', async ({ account, request }) => {
    const { role } = account;
    return {
      user: profileOf(account),
      expiresAt: request.signedIn?.expiresAt ?? 0,
      ...(role !== 'display' && { role }),
      refused: refusedCalls(role),
      mustEnrol: request.signedIn?.mustEnrol ?? false,
      ...(role === 'admin' && { onlyAccount: (await listAccountNames(db, 1)).count === 1 }),
    };
  });
}

/** @returns the calls that a role may not make, each with the role that it needs */
function refusedCalls(role: SessionRole): Record<string, string> {
  const calls = Object.entries<Call>(CALLS).filter(([, { access }]) => !isAllowed(role, access));
  return Object.fromEntries(calls.map(([name, { access }]) => [name, access]));
}
