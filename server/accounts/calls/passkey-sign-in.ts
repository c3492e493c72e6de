import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HttpError, httpError } from '../../base/http-error.ts';
import { handle } from '../../http/handle.ts';
import { addressKey } from '../../limits/address-key.ts';
import { judgePasskey } from '../factors/passkey-proof.ts';
import { requestOptions } from '../factors/passkeys.ts';
import { type ActiveAccount, findActiveAccount } from '../rows/active-accounts.ts';
import {
  AUTH_CHALLENGE_MS,
  consumeAuthChallenge,
  createAuthChallenge,
  tryAuthChallenge,
  updateAuthChallenge,
} from '../rows/auth-challenges.ts';
import { listPasskeys } from '../rows/passkeys.ts';
import { type AccountsNode, profileOf, recordFailedSignIn, signIn } from '../sign-in.ts';
import {
  beginAnew,
  findWaitingSignIn,
  secondFactorsOf,
  signInCookie,
  type WaitingSignIn,
} from './second-factor.ts';

/** A page for signing in may ask for one as it opens, and many people share an address. */
const PER_ADDRESS = { max: 600, windowMs: 60 * 60_000, keysMax: 50_000 };
const REFUSED = 'That passkey was not accepted.';

/** Sign in with a passkey: alone, or as the second step after a password. */
export function passkeySignInCalls(app: FastifyInstance, deps: AccountsNode): void {
  challenge(app, deps);
  answer(app, deps);
}

function challenge(app: FastifyInstance, deps: AccountsNode): void {
  const { db, journal, now, relyingParties, limits } = deps;
  const byAddress = limits.attempts('passkey challenge by address', PER_ADDRESS);
  handle(app, 'passkeyChallenge', async ({ request, reply }) => {
    const party = relyingParties.of(request);
    await byAddress.count(addressKey(request.ip));
    const waiting = await findWaitingSignIn(deps, request);
    const allowed = waiting && (await listPasskeys(db, waiting.account.id, party.id));
    if (allowed?.length === 0)
      throw httpError(409, 'This account has no passkey for this address. Choose another way.');
    const options = await requestOptions(party, allowed);
    const data = { challenge: options.challenge };
    if (waiting !== undefined) {
      await journal.commit((tx) => updateAuthChallenge(tx, waiting.secret, data));
    } else {
      const unknown = { kind: 'passkey-sign-in', accountId: null, data } as const;
      const secret = await journal.commit((tx) =>
        createAuthChallenge(tx, { ...unknown, at: now() }),
      );
      signInCookie.write(reply, secret, AUTH_CHALLENGE_MS);
    }
    return { ...options };
  });
}

function answer(app: FastifyInstance, deps: AccountsNode): void {
  const { db, relyingParties } = deps;
  handle(app, 'passkeySignIn', async ({ payload: { credential }, request, reply }) => {
    const party = relyingParties.of(request);
    const waiting = await findWaitingSignIn(deps, request);
    const challenge = await takeChallenge(deps, waiting, request);
    if (challenge === undefined) throw beginAnew(reply);
    const proof = { party, challenge, credential, accountId: waiting?.account.id };
    const { state, accountId } = await judgePasskey(deps, proof);
    const active = await findActiveAccount(db, accountId ?? '');
    const isRight = state === 'right' && active?.credentials.passkeys.includes(credential.id);
    if (!isRight || active === undefined)
      throw await refusal(deps, { state, waiting, owner: active }, request);
    await endWaiting(deps, waiting, reply);
    const { account } = active;
    const way = waiting ? 'password and passkey' : 'passkey';
    await signIn(deps, { ...active, way }, request, reply);
    return { message: 'Signed in.', user: profileOf(account) };
  });
}

interface Refused {
  readonly state: 'right' | 'wrong' | 'cloned';
  readonly waiting: WaitingSignIn | undefined;
  /** Of the passkey. */
  readonly owner: ActiveAccount | undefined;
}

async function refusal(
  deps: AccountsNode,
  { state, waiting, owner }: Refused,
  request: FastifyRequest,
): Promise<HttpError> {
  const reason = state === 'cloned' ? 'passkey may be a copy' : 'wrong passkey';
  const account = (waiting ?? owner)?.account.username ?? null;
  await recordFailedSignIn(deps, request, { account, reason });
  const secondFactor = waiting && (await secondFactorsOf(deps, waiting, request));
  return httpError(401, REFUSED, { ...(secondFactor && { secondFactor }) });
}

/** Each challenge is good for one answer. A sign-in that waits for its second factor goes on waiting for another. */
async function takeChallenge(
  { journal, now }: AccountsNode,
  waiting: WaitingSignIn | undefined,
  request: FastifyRequest,
): Promise<string | undefined> {
  const secret = signInCookie.read(request);
  if (secret === undefined) return undefined;
  const taken = await journal.commit(async (tx) => {
    if (waiting === undefined) return consumeAuthChallenge(tx, 'passkey-sign-in', secret, now());
    const tried = await tryAuthChallenge(tx, 'second-factor', secret, now());
    await updateAuthChallenge(tx, secret, {});
    return tried;
  });
  const { challenge } = (taken?.data ?? {}) as { challenge?: string };
  return challenge;
}

async function endWaiting(
  { journal, now }: AccountsNode,
  waiting: WaitingSignIn | undefined,
  reply: FastifyReply,
): Promise<void> {
  if (waiting !== undefined)
    await journal.commit((tx) => consumeAuthChallenge(tx, 'second-factor', waiting.secret, now()));
  signInCookie.write(reply, '', 0);
}
