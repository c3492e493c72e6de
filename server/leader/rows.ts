import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { DATABASE_NOW } from '../database/database-clock.ts';

/** A running process of this program. */
export interface Instance {
  /** Random, of this process. */
  readonly id: string;
  readonly name: string;
  /** Name of its build. */
  readonly build: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** Stores that an instance is there, by the database's clock, and forgets those that were not for a while. */
export async function saveInstance(
  db: Database,
  { id, name, build, startedAt }: Instance,
  forgetMs: number,
): Promise<void> {
  await db
    .insertInto('instances')
    .values({ id, name, build, startedAt, seenAt: DATABASE_NOW })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seenAt: DATABASE_NOW }))
    .execute();
  await db
    .deleteFrom('instances')
    .where('seenAt', '<', sql<number>`${DATABASE_NOW} - ${sql.lit(forgetMs)}`)
    .execute();
}

export async function removeInstance(db: Database, id: string): Promise<void> {
  await db.deleteFrom('instances').where('id', '=', id).execute();
}
