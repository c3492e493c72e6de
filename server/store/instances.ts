import { sql } from 'kysely';
import type { Database } from './database.ts';

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

const NOW_MS = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

/** Stores that an instance is there, by the database's clock, and forgets those that were not for a while. */
export async function saveInstance(
  db: Database,
  { id, name, build, startedAt }: Instance,
  forgetMs: number,
): Promise<void> {
  await db
    .insertInto('instances')
    .values({ id, name, build, started_at: startedAt, seen_at: NOW_MS })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: NOW_MS }))
    .execute();
  await db
    .deleteFrom('instances')
    .where('seen_at', '<', sql<number>`${NOW_MS} - ${sql.lit(forgetMs)}`)
    .execute();
}

export async function removeInstance(db: Database, id: string): Promise<void> {
  await db.deleteFrom('instances').where('id', '=', id).execute();
}

/** @returns those that were there lately, by name */
export async function listInstances(db: Database, withinMs: number): Promise<Instance[]> {
  const rows = await db
    .selectFrom('instances')
    .selectAll()
    .where('seen_at', '>=', sql<number>`${NOW_MS} - ${sql.lit(withinMs)}`)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ id, name, build, started_at }) => ({
    ...{ id, name, build },
    startedAt: Number(started_at),
  }));
}
