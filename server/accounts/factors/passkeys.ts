import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PayloadOf } from '../../../contract/sent.ts';
import type { Account } from '../../base/session.ts';
import type { StoredPasskey } from '../rows/passkeys.ts';

/** The ceremonies of WebAuthn, by @simplewebauthn/server. What is stored of them is the callers' matter. */

/** Loaded when it is first needed: it takes longer than the rest of the start, and 26 MiB. */
const webauthn = () => import('@simplewebauthn/server');

/** For whom passkeys are made (Web Authentication Level 3, section 5.1.2): they work at this host name alone. */
export interface RelyingParty {
  readonly id: string;
  /** Of the pages that may ask for them. */
  readonly origin: string;
}

type SentCredential = PayloadOf<'passkeySignIn'>['credential'];

/** EdDSA, ES256, RS256 (COSE): what authenticators have. */
const ALGORITHMS = [-8, -7, -257];
/** How long the browser waits for the authenticator; less than the challenge lasts. */
const TIMEOUT_MS = 4 * 60_000;

/** @param existing passkeys of the account: no authenticator gets a second one */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  rpName: string,
  { id, username }: Account,
  existing: readonly StoredPasskey[],
) {
  const { generateRegistrationOptions } = await webauthn();
  return generateRegistrationOptions({
    rpID,
    rpName,
    userName: username,
    userDisplayName: username,
    userID: new Uint8Array(Buffer.from(id)),
    timeout: TIMEOUT_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existing.map(descriptorOf),
    // An authenticator that cannot keep the credential itself is still good as a second step.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/**
 * @param allowed undefined: any passkey that the authenticator keeps for this host, which alone proves who somebody is, so
 *   that it must verify its user (by finger, face or PIN)
 */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  allowed: readonly StoredPasskey[] | undefined,
) {
  const { generateAuthenticationOptions } = await webauthn();
  return generateAuthenticationOptions({
    rpID,
    timeout: TIMEOUT_MS,
    userVerification: allowed === undefined ? 'required' : 'preferred',
    ...(allowed && { allowCredentials: allowed.map(descriptorOf) }),
  });
}

interface Ceremony {
  readonly party: RelyingParty;
  readonly challenge: string;
  readonly credential: SentCredential;
}

/** @returns the new passkey; undefined if the answer is not one to this challenge */
export async function verifyNewPasskey({ party, challenge, credential }: Ceremony) {
  // The library checks its shape.
  const response = credential as unknown as RegistrationResponseJSON;
  const { verifyRegistrationResponse } = await webauthn();
  try {
    if (isFromFrame(response.response)) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo === undefined) return undefined;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const key = Buffer.from(publicKey).toString('base64url');
    const synced = registrationInfo.credentialBackedUp;
    return { id, publicKey: key, counter, transports, synced, rpId: party.id };
  } catch {
    return undefined;
  }
}

interface Assertion extends Ceremony {
  readonly passkey: StoredPasskey;
  /** The passkey is all that proves who this is. */
  readonly alone: boolean;
}

type Verified =
  | { readonly state: 'right'; readonly counter: number; readonly synced: boolean }
  /** `cloned`: the signature counter did not go up (Web Authentication Level 3, section 6.1.1). */
  | { readonly state: 'wrong' | 'cloned' };

export async function verifyPasskey(assertion: Assertion): Promise<Verified> {
  const { party, challenge, credential, passkey, alone } = assertion;
  const response = credential as unknown as AuthenticationResponseJSON;
  const { verifyAuthenticationResponse } = await webauthn();
  try {
    if (isFromFrame(response.response)) return { state: 'wrong' };
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: alone,
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        // Checked below, where it is not mixed up with a wrong signature.
        counter: 0,
      },
    });
    if (!verified || !isOwner(response, passkey, alone)) return { state: 'wrong' };
    const { newCounter: counter, credentialBackedUp: synced } = authenticationInfo;
    const counts = counter > 0 || passkey.counter > 0;
    if (counts && counter <= passkey.counter) return { state: 'cloned' };
    return { state: 'right', counter, synced };
  } catch {
    return { state: 'wrong' };
  }
}

/**
 * Our pages are in no frame, so what a page in a frame of another site asked for is refused (Web Authentication Level 3,
 * section 7.1 step 10, section 7.2 step 13). The library does not look.
 *
 * @throws what JSON.parse throws
 */
function isFromFrame(response: { readonly clientDataJSON: string }): boolean {
  const json = Buffer.from(response.clientDataJSON, 'base64url').toString();
  const { crossOrigin } = JSON.parse(json) as { readonly crossOrigin?: unknown };
  return crossOrigin === true;
}

/** Who signs in without a name is named by the authenticator. */
function isOwner({ response }: AuthenticationResponseJSON, passkey: StoredPasskey, alone: boolean) {
  const { userHandle } = response;
  if (userHandle === undefined || userHandle === null) return !alone;
  return Buffer.from(userHandle, 'base64url').toString() === passkey.accountId;
}

const descriptorOf = ({ id, transports }: StoredPasskey) => ({ id, transports: [...transports] });
