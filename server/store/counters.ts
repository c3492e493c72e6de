import type { Database, Tx } from './database.ts';

/** @returns the count; 0 for one that was never added to */
export async function readCounter(db: Database | Tx, name: string): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/** Adds to a count that only ever grows. */
export async function addToCounter(tx: Tx, name: string, added: number): Promise<void> {
  await tx
    .insertInto('counters')
    .values({ name, value: added })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet((eb) => ({ value: eb('counters.value', '+', eb.ref('excluded.value')) })),
    )
    .execute();
}
