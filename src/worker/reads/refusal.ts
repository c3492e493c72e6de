import { CALLS } from '../../../contract/calls.ts';
import type { SessionInfo } from '../../../contract/shapes/account.ts';
import type { Entry } from '../../shared/model.ts';
import type { Failure } from '../../shared/outcome.ts';
import { refusalText } from '../../shared/permissions.ts';
import { type ReadRef, readKey } from './read-store.ts';

/** Says what the account may do. */
export const SESSION: ReadRef = { name: 'session', params: {} };
export const SESSION_KEY = readKey(SESSION);

export const FORBIDDEN = 403;

/** @returns whether the server does not let this account read it */
export const isForbidden = (entry: Entry | undefined): boolean =>
  entry?.failure?.status === FORBIDDEN;

/**
 * A read that the session is known to be refused needs no request.
 *
 * @param session the entry of the session
 */
export function refusalOf({ name }: ReadRef, session: Entry | undefined): Failure | undefined {
  if (CALLS[name].personal) return undefined;
  const text = refusalText(session?.data as SessionInfo | null | undefined, name);
  return text === undefined ? undefined : { ok: false, status: FORBIDDEN, text, why: 'refused' };
}

/** @returns whether the account may do something else than before */
export function changesPermissions(before: unknown, after: unknown): boolean {
  return permissionsOf(before) !== permissionsOf(after);
}

function permissionsOf(session: unknown): string {
  const { role, refused, mustEnrol } = (session ?? {}) as Partial<SessionInfo>;
  return JSON.stringify([role, refused, mustEnrol]);
}
