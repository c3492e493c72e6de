import type { Database } from '../store/database.ts';
import { changeDisplay, findDisplay } from '../store/displays.ts';
import type { Journal } from '../store/journal.ts';
import {
  countPairings,
  deleteOldPairings,
  findPairing,
  insertPairing,
  type StoredPairing,
} from '../store/pairings.ts';
import { codeOf, createSecret, hashOf, isSecret, tokenOf } from './secret.ts';

/**
 * The life cycle of a pairing code, seen from the browser that shows it.
 *
 *   requested -> waiting (10 minutes) -> approved: the session, as often as it is requested in that time
 *                                     -> expired: the next request gets another code
 *
 * A code is bound to the secret of one browser and valid for one display.
 */
export interface Pairings {
  /** @param secret of the browser's cookie; an invalid one counts as none */
  find(secret: string | undefined): Promise<PairingState | undefined>;
  /** Creates a code. @returns undefined if too many are shown at the moment */
  begin(): Promise<PairingState | undefined>;
}

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

export function createPairings(deps: {
  db: Database;
  journal: Journal;
  now: () => number;
}): Pairings {
  const { db, journal, now } = deps;

  async function sessionOf(
    secret: string,
    pairing: StoredPairing,
  ): Promise<PairingState | undefined> {
    const display = pairing.displayId && (await findDisplay(db, pairing.displayId));
    if (!display) return undefined;
    const token = tokenOf(secret, display.id);
    const tokenHash = hashOf(token);
    if (display.tokenHash !== tokenHash)
      await journal.commit((tx) => changeDisplay(tx, display.id, { token_hash: tokenHash }));
    return { state: 'display', display, token };
  }

  return {
    async find(secret) {
      if (secret === undefined || !isSecret(secret)) return undefined;
      const pairing = await findPairing(db, hashOf(secret), now());
      if (pairing === undefined) return undefined;
      if (pairing.displayId !== null) return sessionOf(secret, pairing);
      return { state: 'waiting', secret, code: codeOf(secret), expiresAt: pairing.expiresAt };
    },
    begin() {
      const secret = createSecret();
      const code = codeOf(secret);
      const expiresAt = now() + CODE_MS;
      return journal.commit(async (tx) => {
        await deleteOldPairings(tx, now());
        if ((await countPairings(tx)) >= SHOWN_CODES_MAX) return undefined;
        const pairing = { secretHash: hashOf(secret), codeHash: hashOf(code), expiresAt };
        if (!(await insertPairing(tx, pairing))) return undefined;
        return { state: 'waiting', secret, code, expiresAt };
      });
    },
  };
}
