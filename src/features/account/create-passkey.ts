import type { AnswerOf } from '../../../contract/calls.ts';
import type { PayloadOf } from '../../../contract/sent.ts';
import { browserHasPasskeys } from '../../console/passkeys.ts';

/** @returns why this browser cannot make a passkey; undefined: it can */
export function browserProblem(): string | undefined {
  if (browserHasPasskeys()) return undefined;
  return isSecureContext
    ? 'This browser has no passkeys.'
    : 'Browsers make passkeys at https addresses only.';
}

/** What browsers throw is meant for programmers (Web Authentication Level 3, section 5.1.3). */
const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: 'No passkey was made: it was cancelled, or it took too long. Try again.',
  InvalidStateError: 'This device already has a passkey for this account.',
  ConstraintError: 'This device cannot check who uses it, by PIN, fingerprint or face.',
  NotSupportedError: 'This device makes no passkey of a kind that this server can check.',
  SecurityError: 'Browsers make no passkeys at this address.',
};

/**
 * Has the browser make a passkey, which asks its user. Rejects with an error whose message is for people.
 *
 * @param options what the server answered to `passkeySetUp`
 */
export async function createPasskey(
  options: AnswerOf<'passkeySetUp'>,
): Promise<PayloadOf<'addPasskey'>['credential']> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON'];
  try {
    // Which members they have is agreed between the two ends of the library.
    return { ...(await startRegistration({ optionsJSON: options as unknown as Options })) };
  } catch (error) {
    throw new Error(problemOf(error), { cause: error });
  }
}

function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name } = error.cause instanceof Error ? error.cause : error;
  return PROBLEMS[name] ?? error.message;
}
