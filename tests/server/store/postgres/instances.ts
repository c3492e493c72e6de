import { onTestFinished } from 'vitest';
import type { Change } from '../../../../contract/live.ts';
import { keyOf } from '../../../../contract/paths.ts';
import { createClock } from '../../../../server/base/clock.ts';
import { createLoops } from '../../../../server/base/loop.ts';
import type { Commits } from '../../../../server/database/journal.ts';
import type { OpenedStore } from '../../../../server/database/opened-store.ts';
import { openPostgresStore } from '../../../../server/database/postgres/store.ts';
import { createTestDatabase } from '../../postgres.ts';

/** A database of its own for one test. @returns its address */
export async function testDatabase(options?: { empty: boolean }): Promise<string> {
  const { url, drop } = await createTestDatabase(options);
  onTestFinished(drop);
  return url;
}

export interface Instance extends OpenedStore {
  /** What it has published, oldest first. */
  readonly published: Change[];
}

/** What one instance of the server has of the database; closed with the test. */
export async function openInstance(url: string): Promise<Instance> {
  const loops = createLoops(createClock());
  const store = await openPostgresStore({ url, connectionsMax: 4 }, Date.now, loops);
  onTestFinished(store.close);
  const published: Change[] = [];
  store.journal.subscribe((change) => published.push(change));
  return { ...store, published };
}

/** Counts one on in a row that all instances share, and says the count as a live message. */
export const countOn = ({ journal }: { readonly journal: Commits }): Promise<number> =>
  journal.commit(async (tx, emit) => {
    const row = await tx
      .selectFrom('counters')
      .select('value')
      .where('name', '=', 'count')
      .executeTakeFirst();
    const value = (row?.value ?? 0) + 1;
    await tx
      .insertInto('counters')
      .values({ name: 'count', value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute();
    emit(keyOf('stats'), 'patch', { value });
    return value;
  });

export const countTo = (last: number) => Array.from({ length: last }, (_, i) => i + 1);
export const countsOf = ({ published }: Instance) =>
  published.map(({ data }) => (data as { value: number }).value);
export const numbersOf = ({ published }: Instance) => published.map(({ seq }) => seq);
