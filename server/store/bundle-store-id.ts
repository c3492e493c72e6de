import * as z from 'zod/mini';
import type { Database, Tx } from './database.ts';

const NAME = 'bundle-store';
const StoredSchema = z.object({ id: z.string() });

/** @returns the id by which the store of this database's bundles is marked, null before the first */
export async function readBundleStoreId(db: Database | Tx): Promise<string | null> {
  const row = await db
    .selectFrom('settings')
    .select('value_json')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row === undefined ? null : StoredSchema.parse(JSON.parse(row.value_json)).id;
}

export async function saveBundleStoreId(tx: Tx, id: string): Promise<void> {
  const value_json = JSON.stringify({ id });
  await tx
    .insertInto('settings')
    .values({ name: NAME, value_json })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value_json }))
    .execute();
}
