import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';

/** A proof that this node requested from a peer. */
export type Challenge = Readonly<Row<'challenges'>>;

export const findChallenge = (db: Database, id: string): Promise<Challenge | undefined> =>
  db.selectFrom('challenges').selectAll().where('id', '=', id).executeTakeFirst();

/** @returns those that have not ended, oldest first */
export const listOpenChallenges = (db: Database): Promise<Challenge[]> =>
  db
    .selectFrom('challenges')
    .selectAll()
    .where('endedAt', 'is', null)
    .orderBy('createdAt')
    .execute();

/** @returns the ones started last, newest first */
export const listRecentChallenges = (db: Database, max: number): Promise<Challenge[]> =>
  db
    .selectFrom('challenges')
    .selectAll()
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(max)
    .execute();

/** Writes a challenge over the stored one with its id, if there is one. */
export async function saveChallenge(tx: Tx, challenge: Challenge): Promise<void> {
  const { id, ...rest } = challenge;
  await tx
    .insertInto('challenges')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute();
}

/** Forgets challenges that ended before a time. */
export async function dropChallenges(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('challenges').where('endedAt', '<', before).execute();
}
