import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SecondFactors } from '../../../contract/shapes/people.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { type HttpError, httpError } from '../../base/http-error.ts';
import type { Tx } from '../../database/database.ts';
import { type Cookie, createCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { createSecondStepLimits } from '../factors/login-attempts.ts';
import { usernameKey } from '../rows/accounts.ts';
import {
  type ActiveAccount,
  findActiveAccount,
  requireUnchanged,
} from '../rows/active-accounts.ts';
import {
  AUTH_CHALLENGE_MS,
  consumeAuthChallenge,
  createAuthChallenge,
  findAuthChallenge,
  tryAuthChallenge,
} from '../rows/auth-challenges.ts';
import { listPasskeys } from '../rows/passkeys.ts';
import { consumeRecoveryCode, countRecoveryCodes } from '../rows/recovery-codes.ts';
import {
  type AccountsNode,
  knownDeviceOf,
  profileOf,
  recordFailedSignIn,
  signIn,
} from '../sign-in.ts';

/** Names what the server waits for in the middle of a sign-in. */
export const signInCookie: Cookie = createCookie('meridian-sign-in');

/** The password was right: remembers that. @returns the refusal that asks for the second factor */
export async function askSecondFactor(
  deps: AccountsNode,
  active: ActiveAccount,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<HttpError> {
  const { journal, now } = deps;
  const challenge = { kind: 'second-factor', accountId: active.account.id, data: {} } as const;
  const secret = await journal.commit(async (tx) => {
    await requireUnchanged(tx, active);
    return createAuthChallenge(tx, { ...challenge, at: now() });
  });
  signInCookie.write(reply, secret, AUTH_CHALLENGE_MS);
  const secondFactor = await secondFactorsOf(deps, active, request);
  return httpError(401, 'Please prove your second factor.', { secondFactor });
}

/** @returns the ways that an account can use at the address of the request */
export async function secondFactorsOf(
  { db, relyingParties }: AccountsNode,
  { account, ways: { code, recovery } }: ActiveAccount,
  request: FastifyRequest,
): Promise<SecondFactors> {
  const canPasskey = relyingParties.problem(request) === null;
  const usable = canPasskey
    ? await listPasskeys(db, account.id, relyingParties.of(request).id)
    : [];
  return { passkey: usable.length > 0, code, recovery };
}

/** A sign-in that waits for its second factor, by the cookie of the request. */
export interface WaitingSignIn extends ActiveAccount {
  /** Of the cookie. */
  readonly secret: string;
}

/** @returns undefined if none waits, or it has waited for too long */
export async function findWaitingSignIn(
  { db, now }: AccountsNode,
  request: FastifyRequest,
): Promise<WaitingSignIn | undefined> {
  const secret = signInCookie.read(request);
  if (secret === undefined) return undefined;
  const challenge = await findAuthChallenge(db, 'second-factor', secret, now());
  const active = challenge?.accountId && (await findActiveAccount(db, challenge.accountId));
  return active ? { ...active, secret } : undefined;
}

type Outcome = 'right' | 'wrong' | 'over';

/** The second step of a sign-in, by a one-time code or a recovery code. */
export function secondFactorCall(app: FastifyInstance, deps: AccountsNode): void {
  const limits = createSecondStepLimits(deps.limits);
  handle(app, 'secondFactor', async ({ payload, request, reply }) => {
    const waiting = await findWaitingSignIn(deps, request);
    if (waiting === undefined) throw beginAnew(reply);
    const { account } = waiting;
    const attempt = {
      account: usernameKey(account.username),
      address: request.ip,
      knownDevice: knownDeviceOf(request, account),
    };
    await limits.count(payload.kind, attempt);
    const isCode = payload.kind === 'code';
    const outcome = await deps.journal.commit((tx) => judge(deps, tx, waiting, payload));
    if (outcome === 'over') throw beginAnew(reply);
    if (outcome === 'wrong') throw await refusal(deps, waiting, isCode, request);
    await limits.succeed(payload.kind, attempt);
    signInCookie.write(reply, '', 0);
    const way = isCode ? 'password and code' : 'password and recovery code';
    await signIn(deps, { ...waiting, way }, request, reply);
    return { message: 'Signed in.', user: profileOf(account) };
  });
}

async function refusal(
  deps: AccountsNode,
  waiting: WaitingSignIn,
  isCode: boolean,
  request: FastifyRequest,
): Promise<HttpError> {
  const reason = isCode ? 'wrong code' : 'wrong recovery code';
  await recordFailedSignIn(deps, request, { account: waiting.account.username, reason });
  const secondFactor = await secondFactorsOf(deps, waiting, request);
  return httpError(401, isCode ? WRONG_CODE : WRONG_RECOVERY_CODE, { secondFactor });
}

export const WRONG_CODE = 'That code is not right. Wait for the next one and try again.';
const WRONG_RECOVERY_CODE = 'That recovery code is not right, or it was used before.';

/** In one transaction, so that neither a code nor a sign-in that waits counts twice. */
async function judge(
  { codes, now }: AccountsNode,
  tx: Tx,
  { account, secret }: WaitingSignIn,
  payload: { kind: 'code' | 'recovery'; code: string },
): Promise<Outcome> {
  const at = now();
  if (!(await tryAuthChallenge(tx, 'second-factor', secret, at))) return 'over';
  if (payload.kind === 'code') {
    if (!(await codes.accept(tx, account.id, payload.code, at))) return 'wrong';
  } else {
    if (!(await consumeRecoveryCode(tx, account.id, payload.code))) return 'wrong';
    const detail = `${await countRecoveryCodes(tx, account.id)} left`;
    await recordAudit(tx, { action: 'recovery-code.used', target: account.username, detail, at });
  }
  await consumeAuthChallenge(tx, 'second-factor', secret, at);
  return 'right';
}

/** @returns the refusal of an answer that nothing waits for */
export function beginAnew(reply: FastifyReply): HttpError {
  signInCookie.write(reply, '', 0);
  return httpError(401, 'This took too long, or too many tries. Please sign in again.');
}
