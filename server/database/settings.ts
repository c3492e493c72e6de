import type * as z from 'zod/mini';
import type { Database, Tx } from './database.ts';

/** What the node remembers by a name: decisions of admins, marks of what was done. */

/** @returns undefined before it was saved */
export async function readSetting<Schema extends z.ZodMiniType>(
  db: Database,
  name: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> {
  const row = await db
    .selectFrom('settings')
    .select('valueJson')
    .where('name', '=', name)
    .executeTakeFirst();
  return row && schema.parse(JSON.parse(row.valueJson));
}

export async function saveSetting(tx: Tx, name: string, value: unknown): Promise<void> {
  const valueJson = JSON.stringify(value);
  await tx
    .insertInto('settings')
    .values({ name, valueJson })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ valueJson }))
    .execute();
}
