import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import {
  canonicalJson,
  type DetachedSignature,
  type DetachedTag,
  inputOf,
  readInput,
  signatureBaseOf,
} from '../../../proofs/detached.ts';
import type { VerifySignature } from '../../../proofs/report.ts';
import type { Rejection } from '../../outgoing/failure.ts';
import type { NoAnswer } from '../../outgoing/no-answer.ts';
import { accepted, type FindKey, rejected, type Verdict } from '../wire/verdict.ts';
import type { Identity } from './identity.ts';

/** @returns a signature of this JSON value for this purpose, with the node's newest key */
export function signDetached(
  { kid, signBytes }: Pick<Identity, 'kid' | 'signBytes'>,
  tag: DetachedTag,
  value: unknown,
  nowMs: number,
): DetachedSignature {
  const input = inputOf({ created: Math.floor(nowMs / 1000), keyid: kid, tag });
  return { input, signature: signBytes(baseOf(value, input)).toString('base64') };
}

interface DetachedClaim {
  readonly tag: DetachedTag;
  /** Platform id of who is said to have signed. */
  readonly issuer: string;
  readonly value: unknown;
}

/** Times are the caller's to judge. @returns by which key it was signed, and when by the signer's clock, epoch milliseconds */
export async function verifyDetached(
  { input, signature }: DetachedSignature,
  { tag, issuer, value }: DetachedClaim,
  findKey: FindKey,
  signal: AbortSignal,
): Promise<Verdict<{ readonly key: KeyObject; readonly signedAt: number }, Rejection | NoAnswer>> {
  const read = readInput(input);
  if (read === undefined) return rejected('malformed');
  if (read.tag !== tag) return rejected('wrong-request');
  const key = await findKey(issuer, read.keyid, signal);
  if (!key.ok) return key;
  const isValid = verify(null, baseOf(value, input), key.value, Buffer.from(signature, 'base64'));
  return isValid
    ? accepted({ key: key.value, signedAt: read.created * 1000 })
    : rejected('bad-signature');
}

const baseOf = (value: unknown, input: string): Buffer =>
  Buffer.from(
    signatureBaseOf(createHash('sha256').update(canonicalJson(value)).digest('base64'), input),
  );

/** Of a report, by the key that it names. */
export const verifySignature: VerifySignature = async (x, text, signature) => {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
};
