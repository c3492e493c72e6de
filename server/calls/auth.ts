import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Attempts, createAttempts } from '../accounts/attempts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { clearSessionCookie, writeSessionCookie } from '../http/cookie.ts';
import { handle } from '../http/handle.ts';
import { refuse } from '../http/refuse.ts';
import { type Account, createAccount, findAccountByName, usernameKey } from '../store/accounts.ts';
import { recordActivity } from '../store/activity.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';

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
    count(byAddress, request.ip);
    count(byAccount, key);
    const found = await findAccountByName(parts.db, payload.username);
    const right = await parts.passwords.verify(found?.passwordHash, payload.password);
    if (!found || !right) {
      request.log.warn({ address: request.ip, account: found?.account.id ?? null }, 'login failed');
      throw refuse(401, 'Wrong username or password.');
    }
    byAccount.forgive(key);
    byAddress.giveBack(request.ip);
    await signIn(parts, found.account, request, reply);
    return { message: 'Signed in.', user: shown(found.account) };
  });
}

function register(app: FastifyInstance, parts: AuthParts): void {
  const byAddress = createAttempts({ ...SIGN_UPS_PER_ADDRESS, now: parts.now });
  handle(app, 'register', async ({ payload, request, reply }) => {
    if (parts.registration === 'closed') throw refuse(403, 'Registration is closed.');
    count(byAddress, request.ip);
    const taken = refuse(409, 'That username is taken.');
    if (await findAccountByName(parts.db, payload.username)) throw taken;
    const { username, email, sovereignLevel } = payload;
    const account = { id: randomUUID(), username, email, sovereignLevel };
    const passwordHash = await parts.passwords.hash(payload.password);
    const at = parts.now();
    const created = await parts.journal.commit(async (tx, tell) => {
      if (!(await createAccount(tx, { ...account, passwordHash, at }))) return false;
      await recordActivity(tx, tell, {
        message: `${username} signed up`,
        severity: 'primary',
        at,
      });
      return true;
    });
    if (!created) throw taken;
    await signIn(parts, account, request, reply);
    return { message: `Welcome, ${username}.`, user: shown(account) };
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

function count(attempts: Attempts, key: string): void {
  const waitMs = attempts.take(key);
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  throw refuse(429, 'Too many tries. Please wait a little.', { 'retry-after': String(seconds) });
}

const shown = ({ username, email, sovereignLevel }: Account) => ({
  username,
  email,
  sovereignLevel,
});
