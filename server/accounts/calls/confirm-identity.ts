import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PayloadOf } from '../../../contract/sent.ts';
import { recordAudit } from '../../audit/rows/audit.ts';
import { httpError, signInRequired } from '../../base/http-error.ts';
import type { Session } from '../../base/session.ts';
import { createCookie } from '../../http/cookies.ts';
import { handle } from '../../http/handle.ts';
import { judgePasskey } from '../factors/passkey-proof.ts';
import { requestOptions } from '../factors/passkeys.ts';
import { findAccountByName } from '../rows/accounts.ts';
import {
  AUTH_CHALLENGE_MS,
  consumeAuthChallenge,
  createAuthChallenge,
} from '../rows/auth-challenges.ts';
import { listPasskeys } from '../rows/passkeys.ts';
import type { AccountsNode } from '../sign-in.ts';
import { WRONG_CODE } from './second-factor.ts';

type Payload = PayloadOf<'confirmIdentity'>;

/** Counted by session: whoever guesses with a stolen one does not lock out the owner. */
const PER_SESSION = { max: 10, windowMs: 15 * 60_000, keysMax: 10_000 };
const WRONG = {
  password: 'That password is not right.',
  code: WRONG_CODE,
  passkey: 'That passkey was not accepted.',
} as const;

const confirmCookie = createCookie('meridian-confirm');

/** Somebody who is signed in proves that it is still them. */
export function confirmCalls(app: FastifyInstance, deps: AccountsNode): void {
  challenge(app, deps);
  confirm(app, deps);
}

function challenge(app: FastifyInstance, deps: AccountsNode): void {
  const { db, journal, now, relyingParties } = deps;
  handle(app, 'confirmChallenge', async ({ account, request, reply }) => {
    const party = relyingParties.of(request);
    const passkeys = await listPasskeys(db, account.id, party.id);
    if (passkeys.length === 0)
      throw httpError(409, 'You have no passkey for this address. Sign out and in again instead.');
    const options = await requestOptions(party, passkeys);
    const data = { challenge: options.challenge };
    const asked = { kind: 'confirm', accountId: account.id, data } as const;
    const secret = await journal.commit((tx) => createAuthChallenge(tx, { ...asked, at: now() }));
    confirmCookie.write(reply, secret, AUTH_CHALLENGE_MS);
    return { ...options };
  });
}

function confirm(app: FastifyInstance, deps: AccountsNode): void {
  const { journal, now, limits, sessions } = deps;
  const attempts = limits.attempts('identity confirmed by session', PER_SESSION);
  handle(app, 'confirmIdentity', async ({ payload, request, reply }) => {
    const session = request.signedIn;
    if (session === null) throw signInRequired();
    if (payload.kind === 'password' && !session.confirmBy.password)
      throw httpError(409, 'A password is not enough here. Please use your second factor.');
    await attempts.count(session.id);
    const isRight = await judge(deps, payload, session, request, reply);
    const { kind } = payload;
    if (!isRight) {
      const refused = { action: 'identity.refused', detail: `wrong ${kind}`, at: now() } as const;
      await journal.commit((tx) => recordAudit(tx, refused));
      throw httpError(400, WRONG[kind]);
    }
    await attempts.reset(session.id);
    await sessions.confirm(session, (tx, at) =>
      recordAudit(tx, { action: 'identity.confirmed', detail: kind, at }),
    );
    return { message: 'Confirmed.' };
  });
}

async function judge(
  deps: AccountsNode,
  payload: Payload,
  { account }: Session,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { db, journal, now, passwords, codes, relyingParties } = deps;
  if (payload.kind === 'password') {
    const found = await findAccountByName(db, account.username);
    return passwords.verify(found?.passwordHash, payload.password);
  }
  if (payload.kind === 'code')
    return journal.commit((tx) => codes.accept(tx, account.id, payload.code, now()));
  const secret = confirmCookie.read(request) ?? '';
  confirmCookie.write(reply, '', 0);
  const asked = await journal.commit((tx) => consumeAuthChallenge(tx, 'confirm', secret, now()));
  if (asked?.accountId !== account.id) return false;
  const { challenge } = asked.data as { challenge: string };
  const { credential } = payload;
  const party = relyingParties.of(request);
  const proof = { party, challenge, credential, accountId: account.id };
  return (await judgePasskey(deps, proof)).state === 'right';
}
