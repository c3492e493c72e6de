import { createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { register } from 'tsx/esm/api';

/** `npm run verify-report -- FILE`: says whether a report of uptime is whole and by whom it is witnessed, or what was changed. Needs no node. */
register();
const { verifyReport } = await import(new URL('../contract/report.ts', import.meta.url).href);

/** @type {import('../contract/report.ts').VerifySignature} */
const verifySignature = async (x, text, signature) => {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
};

try {
  const [file] = process.argv.slice(2);
  if (file === undefined) throw new Error('npm run verify-report -- FILE');
  const { problem, lines } = await verifyReport(readFileSync(file, 'utf8'), verifySignature);
  if (problem === null) console.log(lines.join('\n'));
  else throw new Error(problem);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
