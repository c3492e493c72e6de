import type { PayloadOf } from '../../contract/sent.ts';
import type { PasskeyOptions } from '../../contract/shapes/people.ts';
import { type Outcome, userMessageOf } from '../shared/outcome.ts';

type PasskeyPayload = PayloadOf<'passkeySignIn'>;
type Ceremony = Parameters<Awaited<ReturnType<typeof load>>['startAuthentication']>[0];

/** Whether this browser, at this address, can use passkeys at all. */
export const browserHasPasskeys = () => 'PublicKeyCredential' in globalThis;

/** Loads the code ahead: a press must reach the authenticator while the browser still counts it as one. */
export function preparePasskeys(): void {
  load().catch(() => undefined);
}

/**
 * Asks the authenticator for one of the passkeys that the challenge allows, and sends what it answers. Never throws: what
 * the authenticator says is a refusal like the server's.
 */
export async function provePasskey<T>(
  asked: Promise<Outcome<PasskeyOptions>>,
  send: (payload: PasskeyPayload) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const challenge = await asked;
  if (!challenge.ok) return challenge;
  try {
    const { startAuthentication } = await load();
    // The server's library made the options, and checks the answer.
    const given = { optionsJSON: challenge.data } as unknown as Ceremony;
    const credential = await startAuthentication(given);
    return await send({ credential: { ...credential } });
  } catch (error) {
    return {
      ok: false,
      status: 0,
      text: JSON.stringify({ message: problemOf(error) }),
      why: 'refused',
    };
  }
}

const load = () => import('@simplewebauthn/browser');

/** Browsers do not say whether a person refused, had no passkey, or took too long. */
function problemOf(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError')
    return 'No passkey was used. Try again, or choose another way.';
  if (name === 'SecurityError') return 'Passkeys cannot be used at this address.';
  return userMessageOf(error);
}
