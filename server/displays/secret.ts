import { createHmac, hash, randomBytes } from 'node:crypto';

/**
 * What a screen that asks to be approved holds, and what follows from it. The browser keeps 256 random bits;
 * the code that it shows and, once a display is made of it, the value of its session's cookie are derived
 * from them. So the server stores hashes alone, and can tell either again to whoever has the secret, which
 * makes an answer that was lost on the way harmless.
 */
const SECRET_BYTES = 32;
const SECRET_SHAPE = /^[\w-]{43}$/;
/** No character that is taken for another one (0 O, 1 I L, U V), and no E, with which digits are a number in an address. */
const ALPHABET = '23456789ABCDFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;
const CODE_SHAPE = new RegExp(`^[${ALPHABET}]{${CODE_LENGTH}}$`);

export const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

export const isSecret = (value: string): boolean => SECRET_SHAPE.test(value);

/** @returns eight characters, each as likely as any other */
export function codeOf(secret: string): string {
  let left = BigInt(`0x${createHmac('sha256', secret).update('code').digest('hex')}`);
  let code = '';
  for (let i = 0; i < CODE_LENGTH; i++) {
    code += ALPHABET[Number(left % BigInt(ALPHABET.length))] ?? '';
    left /= BigInt(ALPHABET.length);
  }
  return code;
}

/** @returns the code that somebody typed, or undefined when it is none */
export function readCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return CODE_SHAPE.test(code) ? code : undefined;
}

/** @returns the value of the session's cookie of the display that was made for this browser */
export const tokenOf = (secret: string, displayId: string): string =>
  createHmac('sha256', secret).update(`session ${displayId}`).digest('base64url');

export const hashOf = (value: string): string => hash('sha256', value);
