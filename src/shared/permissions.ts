import type { SessionInfo } from '../../contract/shapes/account.ts';

const MUST_ENROL = 'Your role needs a second factor: set one up on your account page.';

/**
 * @param session null or undefined: not known, which allows everything; the server has the last word
 * @param call name of one that is not about the account itself
 * @returns why the session may not make the call; undefined: it may
 */
export function refusalText(
  session: SessionInfo | null | undefined,
  call: string,
): string | undefined {
  if (session?.mustEnrol) return MUST_ENROL;
  const needed = session?.refused?.[call];
  return needed && `This needs the role ${needed}; yours is ${session?.role}.`;
}
