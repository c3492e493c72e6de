import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { LoginPayload, RegistrationPayload } from '../../contract/shapes/account.ts';
import { createAttempts } from '../accounts/attempts.ts';
import { isCommonPassword } from '../accounts/common-passwords.ts';
import { INVISIBLE } from '../accounts/names.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { clearSessionCookie, writeSessionCookie } from '../http/cookie.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import { type Account, createAccount, findAccountByName, usernameKey } from '../store/accounts.ts';
import { recordActivity } from '../store/activity.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import { countTry } from './count-try.ts';

export interface AuthParts {
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly sessionMs: number;
  readonly registration: 'open' | 'closed';
}

const MINUTE_MS = 60_000;
/** Guessing one account: between Grafana's 5 in 5 minutes and Vaultwarden's burst of 10. */
const PER_ACCOUNT = { max: 10, windowMs: 5 * MINUTE_MS, keysMax: 50_000 };
/** Guessing many accounts from one address. */
const PER_ADDRESS = { max: 100, windowMs: 60 * MINUTE_MS, keysMax: 50_000 };
/** A site behind one address may sign up all of its people on one morning. */
const SIGN_UPS_PER_ADDRESS = { max: 300, windowMs: 60 * MINUTE_MS, keysMax: 50_000 };

/** Sign in, sign up, sign out, and who is signed in. */
export function authCalls(app: FastifyInstance, parts: AuthParts): void {
  login(app, parts);
  register(app, parts);
  logout(app, parts);
  session(app);
}

function login(app: FastifyInstance, parts: AuthParts): void {
  const byAccount = createAttempts({ ...PER_ACCOUNT, now: parts.now });
  const byAddress = createAttempts({ ...PER_ADDRESS, now: parts.now });
  handle(app, 'login', async ({ payload, request, reply }) => {
    const key = usernameKey(payload.username);
    countTry(byAddress, request.ip);
    countTry(byAccount, key);
    const giveBack = () => {
      byAddress.giveBack(request.ip);
      byAccount.giveBack(key);
    };
    const account = await verify(parts, payload, giveBack);
    if (account === null) {
      request.log.warn({ address: request.ip }, 'login failed');
      throw refuse(401, 'Wrong username or password.');
    }
    giveBack();
    byAccount.forgive(key);
    await signIn(parts, account, request, reply);
    return { message: 'Signed in.', user: shown(account) };
  });
}

/** A try that could not be looked into was none. */
async function verify(
  { db, passwords }: AuthParts,
  { username, password }: LoginPayload,
  onBusy: () => void,
): Promise<Account | null> {
  const found = await findAccountByName(db, username);
  try {
    const right = await passwords.verify(found?.passwordHash, password);
    return found && right ? found.account : null;
  } catch (error) {
    onBusy();
    throw error;
  }
}

function register(app: FastifyInstance, parts: AuthParts): void {
  const byAddress = createAttempts({ ...SIGN_UPS_PER_ADDRESS, now: parts.now });
  handle(app, 'register', async ({ payload, request, reply }) => {
    if (parts.registration === 'closed') throw refuse(403, 'Registration is closed.');
    countTry(byAddress, request.ip);
    if (INVISIBLE.test(payload.username))
      throw refuse(400, 'username has characters that cannot be seen.');
    if (isCommonPassword(payload.password))
      throw refuse(400, 'That password is one of the first that a guesser tries.');
    const account = await create(parts, payload);
    if (account === null) throw refuse(409, 'That username is taken.');
    await signIn(parts, account, request, reply);
    return { message: `Welcome, ${account.username}.`, user: shown(account) };
  });
}

/** @returns null when the name is taken, be it since a moment ago */
async function create(
  { db, journal, passwords, now }: AuthParts,
  { username, email, sovereignLevel, password }: RegistrationPayload,
): Promise<Account | null> {
  if (await findAccountByName(db, username)) return null;
  const account = { id: randomUUID(), username, email, sovereignLevel };
  const passwordHash = await passwords.hash(password);
  const at = now();
  return journal.commit(async (tx, tell) => {
    if (!(await createAccount(tx, { ...account, passwordHash, at }))) return null;
    await recordActivity(tx, tell, { message: `${username} signed up`, severity: 'primary', at });
    return account;
  });
}

function logout(app: FastifyInstance, { sessions }: AuthParts): void {
  handle(app, 'logout', async ({ request, reply }) => {
    if (request.signedIn) await sessions.end(request.signedIn);
    clearSessionCookie(reply);
    request.log.info({ account: request.signedIn?.account.id }, 'signed out');
    return { message: 'Signed out.' };
  });
}

function session(app: FastifyInstance): void {
  handle(app, 'session', ({ account, request }) => ({
    user: shown(account),
    expiresAt: request.signedIn?.expiresAt ?? 0,
  }));
}

/** A new session at every sign-in; the one that was presented dies. */
async function signIn(
  parts: AuthParts,
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.signedIn) await parts.sessions.end(request.signedIn);
  const { token } = await parts.sessions.open(account);
  writeSessionCookie(reply, token, parts.sessionMs);
  request.log.info({ address: request.ip, account: account.id }, 'signed in');
}

const shown = ({ username, email, sovereignLevel }: Account) => ({
  username,
  email,
  sovereignLevel,
});
