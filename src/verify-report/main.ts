import { type VerifySignature, verifyReport } from '../../proofs/report.ts';

/** The script of `verify-report.html`, in one file of its own: it loads nothing else. */

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));

const verifySignature: VerifySignature = async (x, text, signature) => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x };
  const key = await crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
  const signed = new TextEncoder().encode(text);
  return crypto.subtle.verify('Ed25519', key, bytesOf(signature), signed);
};

function show(lines: readonly string[]): void {
  const paragraphs = lines.map((line) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = line;
    return paragraph;
  });
  document.getElementById('verdict')?.replaceChildren(...paragraphs);
}

async function verify(file: File): Promise<void> {
  show(['Verifying…']);
  const { problem, lines } = await verifyReport(await file.text(), verifySignature);
  show(
    problem === null ? ['This report is whole.', ...lines] : ['This report is not whole.', problem],
  );
}

document.getElementById('file')?.addEventListener('change', ({ target }) => {
  const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
  if (file === undefined) return;
  verify(file).catch((error) => show([`This browser cannot verify it: ${error}`]));
});
