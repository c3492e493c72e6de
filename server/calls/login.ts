import type { FastifyInstance } from 'fastify';
import {
  createLoginAttempts,
  type LoginAttempt,
  type LoginAttempts,
} from '../accounts/attempts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { BusyError } from '../busy-error.ts';
import { handle } from '../http/handle.ts';
import { httpError } from '../http/http-error.ts';
import {
  knownDeviceOf,
  profileOf,
  recordFailedSignIn,
  type SignInDeps,
  signIn,
} from '../http/sign-in.ts';
import { findAccountByName, usernameKey } from '../store/accounts.ts';
import type { Database } from '../store/database.ts';

interface LoginDeps extends SignInDeps {
  readonly db: Database;
  readonly passwords: Passwords;
}

/** Sign in by name and password. */
export function loginCall(app: FastifyInstance, deps: LoginDeps): void {
  const { db } = deps;
  const attempts = createLoginAttempts(deps.now);
  handle(app, 'login', async ({ payload, request, reply }) => {
    const { username, password } = payload;
    const found = await findAccountByName(db, username);
    const account = found?.account.username ?? null;
    const refused = (reason: string) => recordFailedSignIn(deps, request, { account, reason });
    const guess = { passwordHash: found?.passwordHash, password };
    const attempt = {
      account: usernameKey(username),
      address: request.ip,
      knownDevice: found && knownDeviceOf(request, found.account),
    };
    const matches = await verifyLimited(deps, attempts, guess, attempt).catch((error) => {
      if (error instanceof BusyError)
        request.log.warn({ address: request.ip, account, reason: error.message }, 'login failed');
      throw error;
    });
    if (found === undefined || !matches) {
      await refused(found === undefined ? 'unknown account' : 'wrong password');
      throw httpError(401, 'Wrong username or password.');
    }
    if (found.disabled) {
      await refused('disabled account');
      throw httpError(403, 'This account is disabled. Please ask an admin.');
    }
    await signIn(deps, { account: found.account, way: 'password' }, request, reply);
    return { message: 'Signed in.', user: profileOf(found.account) };
  });
}

interface Guess {
  readonly passwordHash: string | undefined;
  readonly password: string;
}

/** Verifies a password, unless there were too many attempts before. */
async function verifyLimited(
  { passwords }: LoginDeps,
  attempts: LoginAttempts,
  { passwordHash, password }: Guess,
  attempt: LoginAttempt,
): Promise<boolean> {
  attempts.count(attempt);
  const matches = await passwords.verify(passwordHash, password).catch((error) => {
    attempts.refund(attempt);
    throw error;
  });
  if (matches) attempts.succeed(attempt);
  return matches;
}
