import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONFIRMED_MS } from '../../../contract/account-limits.ts';
import type { Role } from '../../../contract/roles.ts';
import type { AccountDetails } from '../../../contract/shapes/people.ts';
import { recordActivity } from '../../activity/rows.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { httpError, signInRequired } from '../../base/http-error.ts';
import type { Account, Session } from '../../base/session.ts';
import { handle } from '../../http/handle.ts';
import { passwordProblem } from '../factors/password-rules.ts';
import { deletePerson, emitPeople } from '../people.ts';
import { readAccessSettings } from '../rows/access-settings.ts';
import { listApiTokens } from '../rows/api-tokens.ts';
import { listOwnSessions, readOwnAccount, replacePassword, setEmail } from '../rows/own-account.ts';
import { browserName } from '../sessions/browser-name.ts';
import { endedText } from '../sessions/unproven-sessions.ts';
import type { AccountsNode } from '../sign-in.ts';

/** Counted by session: whoever guesses with a stolen one does not lock out the owner. */
const PASSWORDS_PER_SESSION = { max: 10, windowMs: 15 * 60_000, keysMax: 10_000 };
const CHANGES_PER_ACCOUNT = { max: 60, windowMs: 60 * 60_000, keysMax: 10_000 };
const TOKENS_PER_ACCOUNT = { max: 40, windowMs: 60 * 60_000, keysMax: 10_000 };

/** Of a session's hash, which as a whole stays inside the server. */
const ID_DIGITS = 16;

/** What people see and change of their own account. */
export function accountCalls(app: FastifyInstance, deps: AccountsNode): void {
  handle(app, 'account', ({ account, request }) => describeAccount(deps, account, request));
  changePassword(app, deps);
  changeEmail(app, deps);
  endSessions(app, deps);
  removeAccount(app, deps);
  tokens(app, deps);
}

async function describeAccount(
  { db, now, relyingParties }: AccountsNode,
  { id, username, role }: Account,
  request: FastifyRequest,
): Promise<AccountDetails> {
  const { passwordHash: _, ...own } = await readOwnAccount(db, id);
  const sessions = await listOwnSessions(db, id, now());
  const { secondFactorFor } = await readAccessSettings(db);
  const current = sessions.find(({ tokenHash }) => tokenHash === request.signedIn?.id);
  return {
    ...own,
    username,
    // The table of calls lets no display in.
    role: role as Role,
    sessions: sessions.map(({ tokenHash, userAgent, seenAt: lastSeenAt, ...session }) => ({
      id: tokenHash.slice(0, ID_DIGITS),
      browser: browserName(userAgent),
      address: session.address,
      createdAt: session.createdAt,
      lastSeenAt,
      expiresAt: session.expiresAt,
      current: tokenHash === current?.tokenHash,
    })),
    passkeyProblem: relyingParties.problem(request),
    secondFactorRequired: own.source === 'local' && secondFactorFor.some((one) => one === role),
    tokens: await listApiTokens(db, id),
    confirmedUntil: request.signedIn?.confirmed ? (current?.provenAt ?? 0) + CONFIRMED_MS : 0,
  };
}

function changePassword(app: FastifyInstance, deps: AccountsNode): void {
  const { config, db, journal, now, limits, passwords, sessions } = deps;
  const { product } = config.mesh;
  const attempts = limits.attempts('password changed by session', PASSWORDS_PER_SESSION);
  handle(app, 'changePassword', async ({ payload: { password, next }, account, request }) => {
    const session = sessionOf(request);
    const { id, username: target } = account;
    const { passwordHash: before } = await readOwnAccount(db, id);
    if (before === '') throw httpError(409, 'Your password is kept by your sign-in provider.');
    await attempts.count(session.id);
    if (!(await passwords.verify(before, password))) {
      const refused = { action: 'identity.refused', target, detail: 'wrong password' } as const;
      await journal.commit((tx) => recordAudit(tx, { ...refused, at: now() }));
      throw httpError(400, 'Your present password is not right.');
    }
    await attempts.reset(session.id);
    if (next === password) throw httpError(400, 'That is your present password.');
    const problem = passwordProblem(next, { ...account, product });
    if (problem !== undefined) throw httpError(400, problem);
    const after = await passwords.hash(next);
    const ended = await sessions.endAllOf(id, session.id, async (tx, emit, others) => {
      if (!(await replacePassword(tx, id, { before, after })))
        throw httpError(409, 'Your password has just been changed elsewhere.');
      const detail = others === 0 ? '' : `ended ${others} other sessions`;
      await recordAudit(tx, { action: 'password.changed', target, detail, at: now() });
      await emitPeople(tx, emit, now());
    });
    if (session.confirmBy.password) await sessions.confirm(session);
    return { message: `Your password is changed.${endedText(ended)}` };
  });
}

function changeEmail(app: FastifyInstance, deps: AccountsNode): void {
  const { journal, now, limits, sessions } = deps;
  const changes = limits.attempts('e-mail changed by account', CHANGES_PER_ACCOUNT);
  handle(app, 'changeEmail', async ({ payload: { email }, account: { id, username: target } }) => {
    await changes.count(id);
    await journal.commit(async (tx, emit) => {
      await setEmail(tx, id, email);
      await recordAudit(tx, { action: 'account.changed', target, detail: 'e-mail', at: now() });
      await emitPeople(tx, emit, now());
    });
    sessions.refresh(id);
    return { message: 'Your e-mail is changed.' };
  });
}

/** An ended session leaves the cache, and its sockets close, before the answer is sent. */
function endSessions(app: FastifyInstance, { db, now, sessions }: AccountsNode): void {
  handle(app, 'endSession', async ({ params, account }) => {
    const { id: accountId, username: target } = account;
    const found = (await listOwnSessions(db, accountId, now())).find(
      ({ tokenHash }) => tokenHash.slice(0, ID_DIGITS) === params.id,
    );
    if (found === undefined) throw httpError(404, 'There is no such session.');
    const detail = `${browserName(found.userAgent)}, ${found.address}`;
    await sessions.end({ id: found.tokenHash }, async (tx, emit) => {
      await recordAudit(tx, { action: 'session.ended', target, detail, at: now() });
      await emitPeople(tx, emit, now());
    });
    return { message: 'The device is signed out.' };
  });

  handle(app, 'endSessions', async ({ account: { id, username: target } }) => {
    await sessions.endAllOf(id, undefined, async (tx, emit) => {
      await recordAudit(tx, { action: 'session.ended', target, detail: 'all', at: now() });
      await emitPeople(tx, emit, now());
    });
    return { message: 'You are signed out everywhere.' };
  });
}

function removeAccount(app: FastifyInstance, { now, sessions }: AccountsNode): void {
  handle(app, 'removeAccount', async ({ account }) => {
    const { id, username } = account;
    await sessions.endAllOf(id, undefined, async (tx, emit) => {
      const at = now();
      await deletePerson(tx, emit, { person: account, at });
      const message = `${username} deleted their account`;
      await recordActivity(tx, emit, { message, severity: 'primary', at });
    });
    return { message: 'Your account is deleted.' };
  });
}

/** API tokens, which `account` lists. */
function tokens(app: FastifyInstance, { tokens, limits }: AccountsNode): void {
  const added = limits.attempts('token added by account', TOKENS_PER_ACCOUNT);
  handle(app, 'addToken', async ({ payload, account, request }) => {
    await added.count(account.id);
    const token = await tokens.add(account, payload);
    request.log.info({ account: account.id }, 'API token created');
    return { message: 'The token was created.', token };
  });
  handle(app, 'removeToken', async ({ params, account, request }) => {
    const name = await tokens.remove(account.id, params.id);
    request.log.info({ account: account.id }, 'API token removed');
    return { message: `${name} was removed.` };
  });
}

function sessionOf(request: FastifyRequest): Session {
  if (request.signedIn === null) throw signInRequired();
  return request.signedIn;
}
