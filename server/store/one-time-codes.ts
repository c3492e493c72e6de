import type { Database, Tx } from './database.ts';

export interface StoredCodes {
  /** Encrypted. */
  readonly secret: string;
  /** A first code has confirmed the secret. */
  readonly inUse: boolean;
}

/** @returns undefined if the account has set up none */
export async function findCodes(
  db: Database | Tx,
  accountId: string,
): Promise<StoredCodes | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select(['totp_secret', 'totp_since'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined || row.totp_secret === null) return undefined;
  return { secret: row.totp_secret, inUse: row.totp_since !== null };
}

/** Replaces a secret that no code has confirmed. @returns false if codes are in use */
export async function saveCodeSecret(tx: Tx, accountId: string, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ totp_secret: secret, totp_step: null })
    .where('id', '=', accountId)
    .where('totp_since', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** The first code has confirmed the secret. */
export async function startCodes(tx: Tx, accountId: string, at: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ totp_since: at })
    .where('id', '=', accountId)
    .where('totp_since', 'is', null)
    .execute();
}

/** @returns false for the time step of a code that was accepted before, or an older one */
export async function consumeCodeStep(tx: Tx, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ totp_step: step })
    .where('id', '=', accountId)
    .where(({ eb, or }) => or([eb('totp_step', 'is', null), eb('totp_step', '<', step)]))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}

/** @returns false if there were none in use */
export async function deleteCodes(tx: Tx, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ totp_secret: null, totp_since: null, totp_step: null })
    .where('id', '=', accountId)
    .where('totp_since', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows) === 1;
}
