import type { FastifyInstance } from 'fastify';
import { httpError } from '../../base/http-error.ts';
import { handle } from '../../http/handle.ts';
import {
  createLoginAttempts,
  type LoginAttempt,
  type LoginAttempts,
} from '../factors/login-attempts.ts';
import { findAccountByName, usernameKey } from '../rows/accounts.ts';
import { type ActiveAccount, findActiveAccount } from '../rows/active-accounts.ts';
import {
  type AccountsNode,
  knownDeviceOf,
  profileOf,
  recordFailedSignIn,
  signIn,
} from '../sign-in.ts';
import { askSecondFactor } from './second-factor.ts';

/** Sign in by name and password. */
export function loginCall(app: FastifyInstance, deps: AccountsNode): void {
  const { db } = deps;
  const attempts = createLoginAttempts(deps.limits, 'password');
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
      const reason = String(error);
      request.log.warn({ address: request.ip, account, reason }, 'login failed');
      throw error;
    });
    if (found === undefined || !matches) {
      await refused(found === undefined ? 'unknown account' : 'wrong password');
      throw httpError(401, 'Wrong username or password.');
    }
    const active = await findActiveAccount(db, found.account.id);
    if (active === undefined) {
      await refused('disabled account');
      throw httpError(403, 'This account is disabled. Please ask an admin.');
    }
    // It may have been replaced while it was verified.
    const { passwordHash = '' } = found;
    const proven = { ...active, credentials: { ...active.credentials, passwordHash } };
    if (hasSecondFactor(active)) throw await askSecondFactor(deps, proven, request, reply);
    await signIn(deps, { ...proven, way: 'password' }, request, reply);
    return { message: 'Signed in.', user: profileOf(active.account) };
  });
}

const hasSecondFactor = ({ ways }: ActiveAccount) => ways.passkey || ways.code;

interface Guess {
  readonly passwordHash: string | undefined;
  readonly password: string;
}

/** Verifies a password, unless there were too many attempts before. */
async function verifyLimited(
  { passwords }: AccountsNode,
  attempts: LoginAttempts,
  { passwordHash, password }: Guess,
  attempt: LoginAttempt,
): Promise<boolean> {
  await attempts.count(attempt);
  const matches = await passwords.verify(passwordHash, password).catch(async (error) => {
    await attempts.refund(attempt);
    throw error;
  });
  if (matches) await attempts.succeed(attempt);
  return matches;
}
