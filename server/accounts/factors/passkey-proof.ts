import type { PayloadOf } from '../../../contract/sent.ts';
import type { NodeBase } from '../../feature.ts';
import { findPasskey, markPasskeyUsed } from '../rows/passkeys.ts';
import { type RelyingParty, verifyPasskey } from './passkeys.ts';

type ProofDeps = Pick<NodeBase, 'db' | 'journal' | 'now'>;

interface Proof {
  readonly party: RelyingParty;
  /** Which the caller has taken, so that no other answer to it counts. */
  readonly challenge: string;
  readonly credential: PayloadOf<'passkeySignIn'>['credential'];
  /** Whose passkey it must be; undefined: of whom is found out, and the passkey is all that proves it. */
  readonly accountId: string | undefined;
}

interface Judged {
  /** `cloned`: somebody may have a copy of the passkey. */
  readonly state: 'right' | 'wrong' | 'cloned';
  /** Owner of the passkey; undefined if it is not known here. */
  readonly accountId: string | undefined;
}

/** Judges the answer of an authenticator, and counts its use if it is right. */
export async function judgePasskey(
  { db, journal, now }: ProofDeps,
  { party, challenge, credential, accountId }: Proof,
): Promise<Judged> {
  const passkey = await findPasskey(db, credential.id);
  if (passkey === undefined) return { state: 'wrong', accountId: undefined };
  const owner = { accountId: passkey.accountId };
  if (passkey.rpId !== party.id) return { state: 'wrong', ...owner };
  if (accountId !== undefined && passkey.accountId !== accountId)
    return { state: 'wrong', ...owner };
  const alone = accountId === undefined;
  const verified = await verifyPasskey({ party, challenge, credential, passkey, alone });
  if (verified.state !== 'right') return { state: verified.state, ...owner };
  const use = { ...verified, at: now() };
  const isUsed = await journal.commit((tx) => markPasskeyUsed(tx, passkey, use));
  return { state: isUsed ? 'right' : 'wrong', ...owner };
}
