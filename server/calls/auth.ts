import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../../contract/call.ts';
import { CALLS } from '../../contract/calls.ts';
import { INVISIBLE_CHARACTERS } from '../../contract/limits.ts';
import { isAllowed, type Role, type SessionRole } from '../../contract/roles.ts';
import type { RegistrationPayload } from '../../contract/sent/account.ts';
import { addressKey, createAttempts, createLoginAttempts } from '../accounts/attempts.ts';
import type { Passwords } from '../accounts/passwords.ts';
import { isCommonPassword } from '../accounts/passwords.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { BusyError } from '../busy-error.ts';
import type { Config } from '../config.ts';
import {
  COOKIE_MAX_MS,
  clearSessionCookie,
  createCookie,
  writeSessionCookie,
} from '../http/cookies.ts';
import { handle } from '../http/handle.ts';
import { httpError } from '../http/http-error.ts';
import {
  type Account,
  createAccount,
  findAccountByName,
  hasAccounts,
  usernameKey,
} from '../store/accounts.ts';
import { recordActivity } from '../store/activity.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';

interface AuthDeps {
  readonly db: Database;
  readonly journal: Journal;
  readonly now: () => number;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly sessionMs: number;
  readonly registration: Config['registration'];
  readonly signUpRole: Role;
}

/** A site behind one address may register all of its people on one morning. */
const SIGN_UPS_PER_ADDRESS = { max: 300, windowMs: 60 * 60_000, keysMax: 50_000 };

/** Names the account that last signed in on this device, and the device: `<account id>.<device id>`. */
const deviceCookie = createCookie('meridian-device', { signed: true });

/** Sign in, sign up, sign out, and who is signed in. */
export function authCalls(app: FastifyInstance, deps: AuthDeps): void {
  login(app, deps);
  register(app, deps);
  logout(app, deps);
  session(app);
}

function login(app: FastifyInstance, deps: AuthDeps): void {
  const { db, passwords } = deps;
  const attempts = createLoginAttempts(deps.now);
  handle(app, 'login', async ({ payload, request, reply }) => {
    const { username, password } = payload;
    const found = await findAccountByName(db, username);
    const attempt = {
      account: usernameKey(username),
      address: request.ip,
      knownDevice: found && knownDeviceOf(request, found.account),
    };
    const logFailure = (reason: string) =>
      // An unknown name may be a password in the wrong field, so only names of accounts are logged.
      request.log.warn(
        { address: request.ip, account: found?.account.username ?? null, reason },
        'login failed',
      );
    try {
      attempts.count(attempt);
    } catch (error) {
      if (error instanceof BusyError) logFailure('too many attempts');
      throw error;
    }
    const matches = await passwords.verify(found?.passwordHash, password).catch((error) => {
      attempts.refund(attempt);
      throw error;
    });
    if (found === undefined || !matches) {
      logFailure(found === undefined ? 'unknown account' : 'wrong password');
      throw httpError(401, 'Wrong username or password.');
    }
    attempts.succeed(attempt);
    await signIn(deps, found.account, request, reply);
    return { message: 'Signed in.', user: profileOf(found.account) };
  });
}

/** @returns the id of the device if this account was the last to sign in on it */
function knownDeviceOf(request: FastifyRequest, account: Account): string | undefined {
  const [accountId, deviceId] = deviceCookie.read(request)?.split('.') ?? [];
  return accountId === account.id ? deviceId : undefined;
}

function register(app: FastifyInstance, deps: AuthDeps): void {
  const byAddress = createAttempts({ ...SIGN_UPS_PER_ADDRESS, now: deps.now });
  handle(app, 'register', async ({ payload, request, reply }) => {
    if (deps.registration !== 'open') throw httpError(403, 'Registration is closed.');
    byAddress.count(addressKey(request.ip));
    if (INVISIBLE_CHARACTERS.test(payload.username))
      throw httpError(400, 'username has invisible characters.');
    if (isCommonPassword(payload.password))
      throw httpError(400, 'That password is too common. Please choose another one.');
    const account = await create(deps, payload);
    if (account === null) throw httpError(409, 'That username is taken.');
    await signIn(deps, account, request, reply);
    return { message: `Welcome, ${account.username}.`, user: profileOf(account) };
  });
}

/** @returns null if the name is taken, even if it was free a moment ago */
async function create(
  { db, journal, passwords, now, signUpRole }: AuthDeps,
  { username, email, sovereignLevel, password }: RegistrationPayload,
): Promise<Account | null> {
  if (await findAccountByName(db, username)) return null;
  const passwordHash = await passwords.hash(password);
  const at = now();
  return journal.commit(async (tx, emit) => {
    // The first account of a node is its admin.
    const role = (await hasAccounts(tx)) ? signUpRole : 'admin';
    const account = { id: randomUUID(), username, email, sovereignLevel, role };
    if (!(await createAccount(tx, { ...account, passwordHash, at }))) return null;
    await recordActivity(tx, emit, { message: `${username} signed up`, severity: 'primary', at });
    return account;
  });
}

function logout(app: FastifyInstance, { sessions }: AuthDeps): void {
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

/**
 * Opens a new session at every sign-in and ends the one that came with the request, in this order: a sign-in that
 * fails on the way must not sign anybody out.
 */
async function signIn(
  { sessions, sessionMs }: AuthDeps,
  account: Account,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { token } = await sessions.open(account, originOf(request));
  if (request.signedIn) await sessions.end(request.signedIn);
  writeSessionCookie(reply, token, sessionMs);
  const device = knownDeviceOf(request, account) ?? randomUUID();
  deviceCookie.write(reply, `${account.id}.${device}`, COOKIE_MAX_MS);
  request.log.info({ address: request.ip, account: account.id }, 'signed in');
}

const originOf = ({ headers, ip }: FastifyRequest) => ({
  userAgent: headers['user-agent'] ?? '',
  address: ip,
});

const profileOf = ({ username, email, sovereignLevel }: Account) => ({
  username,
  email,
  sovereignLevel,
});
