import { Secret, TOTP } from 'otpauth';
import type { Account } from '../../base/session.ts';
import type { Tx } from '../../database/database.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { consumeCodeStep, findCodes, saveCodeSecret, startCodes } from '../rows/one-time-codes.ts';

/** One-time codes of an authenticator app (TOTP, RFC 6238). */
export type OneTimeCodes = ReturnType<typeof createOneTimeCodes>;

/** What authenticator apps support; several ignore other values without a word. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** RFC 4226 section 4: 160 bits. */
const SECRET_BYTES = 20;
/** Steps that the clocks may be apart, in either direction. */
const WINDOW = 1;

/** @param issuer name of the product, which the app shows */
export function createOneTimeCodes(secrets: SecretBox, issuer: string) {
  async function check(tx: Tx, accountId: string, typed: string, at: number, inUse: boolean) {
    const stored = await findCodes(tx, accountId);
    if (stored === undefined || stored.inUse !== inUse) return false;
    const secret = secrets.open(codesContext(accountId), stored.secret);
    if (secret === undefined) return false;
    const step = stepOf(Secret.fromBase32(secret), typed, at);
    return step !== undefined && consumeCodeStep(tx, accountId, step);
  }

  return {
    /** Makes a new secret, which counts once `start` has got a code of it. @returns undefined if codes are in use */
    async setUp(tx: Tx, { id, username }: Pick<Account, 'id' | 'username'>) {
      const secret = new Secret({ size: SECRET_BYTES });
      const totp = new TOTP({ ...KIND, secret, issuer, label: username });
      const isSaved = await saveCodeSecret(tx, id, secrets.seal(codesContext(id), secret.base32));
      return isSaved ? { secret: secret.base32, uri: totp.toString() } : undefined;
    },
    /** @returns whether the code is right: codes are in use from now on */
    async start(tx: Tx, accountId: string, code: string, at: number): Promise<boolean> {
      const isRight = await check(tx, accountId, code, at, false);
      if (isRight) await startCodes(tx, accountId, at);
      return isRight;
    },
    /** @returns whether the code is right; no code is right twice */
    accept: (tx: Tx, accountId: string, code: string, at: number) =>
      check(tx, accountId, code, at, true),
  };
}

/** @returns the time step that a code belongs to; undefined if it is wrong */
function stepOf(secret: Secret, typed: string, at: number): number | undefined {
  const token = typed.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const totp = new TOTP({ ...KIND, secret });
  const delta = totp.validate({ token, timestamp: at, window: WINDOW });
  return delta === null ? undefined : totp.counter({ timestamp: at }) + delta;
}

/** What the secret of an account's codes is sealed for. */
export const codesContext = (accountId: string) => `one-time-codes:${accountId}`;
