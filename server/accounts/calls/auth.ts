import type { FastifyInstance } from 'fastify';
import type { Call } from '../../../contract/call.ts';
import { CALLS } from '../../../contract/calls.ts';
import { isAllowed, type SessionRole } from '../../../contract/roles.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { clearSessionCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { profileOf, type SignInDeps } from '../sign-in.ts';

/** Sign out, and who is signed in. */
export function authCalls(app: FastifyInstance, deps: SignInDeps): void {
  logout(app, deps);
  session(app);
}

function logout(app: FastifyInstance, { sessions, now }: SignInDeps): void {
  handle(app, 'logout', async ({ account, request, reply }) => {
    const audit = { action: 'sign-in.ended', target: account.username } as const;
    if (request.signedIn)
      await sessions.end(request.signedIn, (tx) => recordAudit(tx, { ...audit, at: now() }));
    clearSessionCookie(reply);
    request.log.info({ account: request.signedIn?.account.id }, 'signed out');
    return { message: 'Signed out.' };
  });
}

function session(app: FastifyInstance): void {
  handle(app, 'session', ({ account, request }) => {
    const { role } = account;
    return {
      user: profileOf(account),
      expiresAt: request.signedIn?.expiresAt ?? 0,
      ...(role !== 'display' && { role }),
      refused: refusedCalls(role),
      mustEnrol: request.signedIn?.mustEnrol ?? false,
    };
  });
}

/** @returns the calls that a role may not make, each with the role that it needs */
function refusedCalls(role: SessionRole): Record<string, string> {
  const calls = Object.entries<Call>(CALLS).filter(([, { access }]) => !isAllowed(role, access));
  return Object.fromEntries(calls.map(([name, { access }]) => [name, access]));
}
