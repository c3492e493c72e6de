import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordAudit } from '../audit/rows/audit.ts';
import { withActor } from '../base/actor.ts';
import type { Account } from '../base/session.ts';
import type { NodeBase } from '../feature.ts';
import { COOKIE_MAX_MS, createCookie, writeSessionCookie } from '../http/cookies.ts';
import type { OneTimeCodes } from './factors/one-time-codes.ts';
import type { Passwords } from './factors/passwords.ts';
import type { PeopleState } from './people-state.ts';
import type { RelyingParties } from './relying-party.ts';
import { type ActiveAccount, requireUnchanged } from './rows/active-accounts.ts';

/** What the calls of accounts stand on. */
export interface AccountsNode
  extends Pick<NodeBase, 'config' | 'db' | 'journal' | 'clock' | 'now' | 'limits'>,
    Pick<PeopleState, 'sessions' | 'tokens'> {
  readonly passwords: Passwords;
  readonly codes: OneTimeCodes;
  readonly relyingParties: RelyingParties;
}

/** Names the account that last signed in on this device, and the device: `<account id>.<device id>`. */
const deviceCookie = createCookie('meridian-device', { signed: true });

/** @returns the id of the device if this account was the last to sign in on it */
export function knownDeviceOf(request: FastifyRequest, account: Account): string | undefined {
  const [accountId, deviceId] = deviceCookie.read(request)?.split('.') ?? [];
  return accountId === account.id ? deviceId : undefined;
}

/** How somebody proved who they are. */
type SignInWay =
  | 'password'
  | 'password and code'
  | 'password and passkey'
  | 'password and recovery code'
  | 'passkey'
  | 'OpenID'
  | 'sign-up';

interface SignInOf {
  readonly account: Account;
  /** That the account had when it was proven; undefined: of no password, code or passkey. */
  readonly credentials?: ActiveAccount['credentials'];
  readonly way: SignInWay;
  /** If that is not now. */
  readonly provenAt?: number;
}

/**
 * Opens a new session at every sign-in and ends the one that came with the request, in this order: a sign-in that
 * fails on the way must not sign anybody out.
 *
 * @throws HttpError if the account was disabled, or what it was proven by was replaced, in the meantime
 */
export async function signIn(
  { config, sessions }: AccountsNode,
  { account, credentials, way, provenAt }: SignInOf,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { id, username: name } = account;
  const origin = { ...originOf(request), ...(provenAt !== undefined && { provenAt }) };
  const { token } = await withActor(
    { accountId: id, name, kind: 'person', address: request.ip },
    () =>
      sessions.open(account, origin, async (tx, at) => {
        await requireUnchanged(tx, { account, ...(credentials && { credentials }) });
        await recordAudit(tx, { action: 'sign-in.done', target: name, detail: way, at });
      }),
  );
  if (request.signedIn) await sessions.end(request.signedIn);
  writeSessionCookie(reply, token, config.sessionMs);
  const device = knownDeviceOf(request, account) ?? randomUUID();
  deviceCookie.write(reply, `${account.id}.${device}`, COOKIE_MAX_MS);
  request.log.info({ address: request.ip, account: account.id }, 'signed in');
}

/**
 * Writes down that somebody could not sign in.
 *
 * @param account only one that exists: an unknown name may be a password in the wrong field
 */
export async function recordFailedSignIn(
  { journal, now }: Pick<AccountsNode, 'journal' | 'now'>,
  request: FastifyRequest,
  { account, reason }: { readonly account: string | null; readonly reason: string },
): Promise<void> {
  request.log.warn({ address: request.ip, account, reason }, 'login failed');
  const at = now();
  await journal.commit((tx) =>
    recordAudit(tx, { action: 'sign-in.failed', target: account ?? '', detail: reason, at }),
  );
}

const originOf = ({ headers, ip }: FastifyRequest) => ({
  userAgent: headers['user-agent'] ?? '',
  address: ip,
});

/** @returns what is answered to an account about itself */
export const profileOf = ({ username, email, sovereignLevel }: Account) => ({
  username,
  email,
  sovereignLevel,
});
