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
 * The life of a pairing code, as the browser that shows it sees it.
 *
 *   asked -> waiting (10 minutes) -> approved -> the session, as often as it is asked for in that time
 *                                 -> over: the next question gets another code
 *
 * A code is bound to the secret of one browser, and good for one display.
 */
export interface Pairings {
  /** @param secret what the browser brings; anything else than one of ours is as good as none */
  ask(secret: string | undefined): Promise<Asked | undefined>;
  /** Makes a code. @returns undefined when too many are shown at once */
  begin(): Promise<Asked | undefined>;
}

export type Asked =
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
const SHOWN_MAX = 1000;

export function createPairings(doors: {
  db: Database;
  journal: Journal;
  now: () => number;
}): Pairings {
  const { db, journal, now } = doors;

  async function session(secret: string, pairing: StoredPairing): Promise<Asked | undefined> {
    const display = pairing.displayId && (await findDisplay(db, pairing.displayId));
    if (!display) return undefined;
    const token = tokenOf(secret, display.id);
    const tokenHash = hashOf(token);
    if (display.tokenHash !== tokenHash)
      await journal.commit((tx) => changeDisplay(tx, display.id, { token_hash: tokenHash }));
    return { state: 'display', display, token };
  }

  return {
    async ask(secret) {
      if (secret === undefined || !isSecret(secret)) return undefined;
      const pairing = await findPairing(db, hashOf(secret), now());
      if (pairing === undefined) return undefined;
      if (pairing.displayId !== null) return session(secret, pairing);
      return { state: 'waiting', secret, code: codeOf(secret), expiresAt: pairing.expiresAt };
    },
    begin() {
      const secret = createSecret();
      const code = codeOf(secret);
      const expiresAt = now() + CODE_MS;
      return journal.commit(async (tx) => {
        await deleteOldPairings(tx, now());
        if ((await countPairings(tx)) >= SHOWN_MAX) return undefined;
        const pairing = { secretHash: hashOf(secret), codeHash: hashOf(code), expiresAt };
        if (!(await insertPairing(tx, pairing))) return undefined;
        return { state: 'waiting', secret, code, expiresAt };
      });
    },
  };
}
