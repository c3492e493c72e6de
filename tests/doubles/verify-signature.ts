import { createPublicKey, verify } from 'node:crypto';
import type { VerifySignature } from '../../contract/report.ts';

/** As `npm run verify-report` does. */
export const verifySignature: VerifySignature = async (x, text, signature) => {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
};
