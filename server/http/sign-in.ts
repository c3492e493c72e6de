import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Sessions } from '../accounts/sessions.ts';
import type { Account } from '../store/accounts.ts';
import { COOKIE_MAX_MS, createCookie, writeSessionCookie } from './cookies.ts';

export interface SignInDeps {
  readonly sessions: Sessions;
  readonly sessionMs: number;
}

/** Names the account that last signed in on this device, and the device: `<account id>.<device id>`. */
const deviceCookie = createCookie('meridian-device', { signed: true });

/** @returns the id of the device if this account was the last to sign in on it */
export function knownDeviceOf(request: FastifyRequest, account: Account): string | undefined {
  const [accountId, deviceId] = deviceCookie.read(request)?.split('.') ?? [];
  return accountId === account.id ? deviceId : undefined;
}

/**
 * Opens a new session at every sign-in and ends the one that came with the request, in this order: a sign-in that
 * fails on the way must not sign anybody out.
 */
export async function signIn(
  { sessions, sessionMs }: SignInDeps,
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

/** @returns what an account is told about itself */
export const profileOf = ({ username, email, sovereignLevel }: Account) => ({
  username,
  email,
  sovereignLevel,
});
