import type { Database, Tx } from '../../database/database.ts';

interface StoredCodes {
  /** Encrypted. */
  readonly secret: string;
  /** A first code has confirmed the secret. */
  readonly inUse: boolean;
}

/** @returns undefined if the account has set up none */
export async function findCodes(db: Database, accountId: string): Promise<StoredCodes | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select(['totpSecret', 'totpSince'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined || row.totpSecret === null) return undefined;
  return { secret: row.totpSecret, inUse: row.totpSince !== null };
}

/** Replaces a secret that no code has confirmed. @returns false if codes are in use */
export async function saveCodeSecret(tx: Tx, accountId: string, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ totpSecret: secret, totpStep: null })
    .where('id', '=', accountId)
    .where('totpSince', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The first code has confirmed the secret. */
export async function startCodes(tx: Tx, accountId: string, at: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ totpSince: at })
    .where('id', '=', accountId)
    .where('totpSince', 'is', null)
    .execute();
}

/** @returns false for the time step of a code that was accepted before, or an older one */
export async function consumeCodeStep(tx: Tx, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ totpStep: step })
    .where('id', '=', accountId)
    .where(({ eb, or }) => or([eb('totpStep', 'is', null), eb('totpStep', '<', step)]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns false if there were none in use */
export async function deleteCodes(tx: Tx, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ totpSecret: null, totpSince: null, totpStep: null })
    .where('id', '=', accountId)
    .where('totpSince', 'is not', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
