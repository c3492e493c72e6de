import { createHmac, hash, randomBytes } from 'node:crypto';
import type { NodeBase } from '../feature.ts';
import { changeDisplay, findDisplay } from './rows/displays.ts';
import {
  countPairings,
  deleteOldPairings,
  findPairing,
  insertPairing,
  type StoredPairing,
} from './rows/pairings.ts';

/**
 * The life cycle of a pairing code, seen from the browser that shows it.
 *
 *   requested -> waiting (10 minutes) -> approved: the session, as often as it is requested in that time
 *                                     -> expired: the next request gets another code
 *
 * A code is bound to the secret of one browser and valid for one display.
 */
export type Pairings = ReturnType<typeof createPairings>;

export type PairingState =
  | {
      readonly state: 'waiting';
      readonly secret: string;
      readonly code: string;
      readonly expiresAt: number;
    }
  /** `token` is the value of the session's cookie. */
  | {
      readonly state: 'display';
      readonly display: { readonly id: string; readonly name: string };
      readonly token: string;
    };

export const CODE_MS = 10 * 60_000;
const SHOWN_CODES_MAX = 1000;

export function createPairings({ db, journal, now }: Pick<NodeBase, 'db' | 'journal' | 'now'>) {
  async function sessionOf(
    secret: string,
    pairing: StoredPairing,
  ): Promise<PairingState | undefined> {
    const display = pairing.displayId && (await findDisplay(db, pairing.displayId));
    if (!display) return undefined;
    const token = tokenOf(secret, display.id);
    const tokenHash = hashSecret(token);
    if (display.tokenHash !== tokenHash)
      await journal.commit((tx) => changeDisplay(tx, display.id, { tokenHash }));
    return { state: 'display', display, token };
  }

  return {
    /** @param secret of the browser's cookie; an invalid one counts as none */
    async find(secret: string | undefined): Promise<PairingState | undefined> {
      if (secret === undefined || !isSecret(secret)) return undefined;
      const pairing = await findPairing(db, hashSecret(secret), now());
      if (pairing === undefined) return undefined;
      if (pairing.displayId !== null) return sessionOf(secret, pairing);
      return { state: 'waiting', secret, code: codeOf(secret), expiresAt: pairing.expiresAt };
    },
    /** Creates a code. @returns undefined if too many are shown at the moment */
    begin(): Promise<PairingState | undefined> {
      const secret = createSecret();
      const code = codeOf(secret);
      const expiresAt = now() + CODE_MS;
      return journal.commit(async (tx) => {
        await deleteOldPairings(tx, now());
        if ((await countPairings(tx)) >= SHOWN_CODES_MAX) return undefined;
        const pairing = { secretHash: hashSecret(secret), codeHash: hashSecret(code), expiresAt };
        if (!(await insertPairing(tx, pairing))) return undefined;
        return { state: 'waiting', secret, code, expiresAt };
      });
    },
  };
}

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

const createSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

const isSecret = (value: string): boolean => SECRET_SHAPE.test(value);

/** @returns eight characters, all equally likely */
function codeOf(secret: string): string {
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
const tokenOf = (secret: string, displayId: string): string =>
  createHmac('sha256', secret).update(`session ${displayId}`).digest('base64url');

export const hashSecret = (value: string): string => hash('sha256', value);
