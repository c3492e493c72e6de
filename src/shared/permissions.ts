import type { SessionInfo } from '../../contract/shapes/account.ts';

const MUST_ENROL = 'Your role needs a second factor: set one up on your account page.';

/** A session that is not known is allowed everything: the server has the last word. @returns why not */
export function refusalText(
  session: SessionInfo | null | undefined,
  call: string,
): string | undefined {
  if (session?.mustEnrol) return MUST_ENROL;
  const needed = session?.refused?.[call];
  return needed && `This needs the role ${needed}; yours is ${session?.role}.`;
}
