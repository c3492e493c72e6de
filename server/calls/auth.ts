import type { FastifyInstance } from 'fastify';
import type { Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { isAllowed, type SessionRole } from '../../contract/roles.ts';
import {
  createLoginAttempts,
  type LoginAttempt,
  type LoginAttempts,
} from '../accounts/attempts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { BusyError } from '../busy-error.ts';
import { clearSessionCookie } from '../http/cookies.ts';
import { handle } from '../http/handle.ts';
import { httpError } from '../http/http-error.ts';
import { knownDeviceOf, profileOf, type SignInDeps, signIn } from '../http/sign-in.ts';
import { findAccountByName, usernameKey } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';

interface AuthDeps extends SignInDeps {
  readonly db: Database;
  readonly now: () => number;
  readonly passwords: Passwords;
}

/** Sign in, sign out, and who is signed in. */
export function authCalls(app: FastifyInstance, deps: AuthDeps): void {
  login(app, deps);
  logout(app, deps);
  session(app);
}

function login(app: FastifyInstance, deps: AuthDeps): void {
  const { db } = deps;
  const attempts = createLoginAttempts(deps.now);
  handle(app, 'login', async ({ payload, request, reply }) => {
    const { username, password } = payload;
    const found = await findAccountByName(db, username);
    // An unknown name may be a password in the wrong field, so only names of accounts are logged.
    const who = { address: request.ip, account: found?.account.username ?? null };
    const logFailure = (reason: string) => request.log.warn({ ...who, reason }, 'login failed');
    const guess = { passwordHash: found?.passwordHash, password, logFailure };
    const matches = await verifyLimited(deps, attempts, guess, {
      account: usernameKey(username),
      address: request.ip,
      knownDevice: found && knownDeviceOf(request, found.account),
    });
    if (found === undefined || !matches) {
      logFailure(found === undefined ? 'unknown account' : 'wrong password');
      throw httpError(401, 'Wrong username or password.');
    }
    if (found.disabled) {
      logFailure('disabled account');
      throw httpError(403, 'This account is disabled. Please ask an admin.');
    }
    await signIn(deps, found.account, request, reply);
    return { message: 'Signed in.', user: profileOf(found.account) };
  });
}

interface Guess {
  readonly passwordHash: string | undefined;
  readonly password: string;
  readonly logFailure: (reason: string) => void;
}

/** Verifies a password, unless there were too many attempts before. */
async function verifyLimited(
  { passwords }: AuthDeps,
  attempts: LoginAttempts,
  { passwordHash, password, logFailure }: Guess,
  attempt: LoginAttempt,
): Promise<boolean> {
  try {
    attempts.count(attempt);
  } catch (error) {
    if (error instanceof BusyError) logFailure('too many attempts');
    throw error;
  }
  const matches = await passwords.verify(passwordHash, password).catch((error) => {
    attempts.refund(attempt);
    throw error;
  });
  if (matches) attempts.succeed(attempt);
  return matches;
}

function logout(app: FastifyInstance, { sessions }: SignInDeps): void {
  handle(app, 'logout', async ({ request, reply }) => {
    if (request.signedIn) await sessions.end(request.signedIn);
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
