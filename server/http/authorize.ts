import type { Call } from '../../contract/call.ts';
import { isAllowed } from '../../contract/roles.ts';
import { type HttpError, httpError, signInRequired } from '../base/http-error.ts';
import type { Session } from '../base/session.ts';

/** What a route demands of whoever calls it. */
export type AccessRule = Pick<Call, 'access' | 'personal' | 'confirm'>;

/** @returns why a request with this session is refused; undefined: it is allowed */
export function authorizationError(
  { access, personal, confirm }: AccessRule,
  session: Session | null,
): HttpError | undefined {
  if (access === 'public') return undefined;
  if (session === null) return signInRequired();
  const { role } = session.account;
  if (!isAllowed(role, access))
    return httpError(
      403,
      role === 'display'
        ? 'A display may only read.'
        : `This needs the role ${access}; yours is ${role}.`,
    );
  const isToken = session.token !== null;
  if (personal && isToken) return httpError(403, 'An API token may not do this.');
  if (session.mustEnrol && !personal)
    return httpError(403, 'Your role needs a second factor: set one up on your account page.');
  if (confirm && !isToken && !session.confirmed)
    return httpError(403, 'Please confirm that it is you.', { confirm: session.confirmBy });
  return undefined;
}
