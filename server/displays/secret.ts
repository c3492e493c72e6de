import { createHmac, hash, randomBytes } from 'node:crypto';

/**
 * The secret of a screen that asks for approval. The browser keeps 256 random bits; the code that it shows and, after
 * the approval, the value of its session cookie are derived from them. The server stores only hashes and can derive
 * both again for whoever has the secret, so an answer that was lost on the way does no harm.
 */
const SECRET_BYTES = 32;
const SECRET_SHAPE = /^[\w-]{43}$/;
/** Without characters that are easily confused (0 O, 1 I L, U V), and without E, which makes digits a number. */
const ALPHABET = '23456789ABCDFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;
const CODE_SHAPE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export const isSecret = (value: string): boolean => SECRET_SHAPE.test(value);

/** @returns eight characters, all equally likely */
export function codeOf(secret: string): string {
  let left = BigInt(`0x${createHmac('sha256', secret).update('code').digest('hex')}`);
  let code = '';
  for (let i = 0; i < CODE_LENGTH; i++) {
    code += ALPHABET[Number(left % BigInt(ALPHABET.length))] ?? '';
    left /= BigInt(ALPHABET.length);
  }
  return code;
}

/** @returns the code that somebody typed, or undefined if it is not a code */
export function parseCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return CODE_SHAPE.test(code) ? code : undefined;
}

/** @returns the value of the session cookie of the display that was created for this browser */
export const tokenOf = (secret: string, displayId: string): string =>
  createHmac('sha256', secret).update(`session ${displayId}`).digest('base64url');

export const hashOf = (value: string): string => hash('sha256', value);
