import { randomBytes } from 'node:crypto';
import type { Tx } from '../database/database.ts';

/** @returns undefined if there is none with this name */
export async function readSecret(tx: Tx, name: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

export async function saveSecret(tx: Tx, name: string, value: string): Promise<void> {
  await tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** @returns all of them */
export const listSecrets = (tx: Tx): Promise<{ name: string; value: string }[]> =>
  tx.selectFrom('secrets').select(['name', 'value']).execute();

const SECRET_BYTES = 32;

/** @returns the random secret with this name, base64url; created at the first call */
export async function openSecret(tx: Tx, name: string): Promise<string> {
  const value = randomBytes(SECRET_BYTES).toString('base64url');
  await tx
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await tx
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
