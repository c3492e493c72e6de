import type { Selectable } from 'kysely';
import type { Database, Tx } from './database.ts';
import type { ChallengeTable } from './schema.ts';

/** A proof that this node requested from a peer. Times are epoch milliseconds; null: not yet. */
export interface Challenge {
  readonly id: string;
  /** Platform id of who must prove itself. */
  readonly peer: string;
  readonly nonce: string;
  /** Of the console that started it. */
  readonly origin: string;
  readonly createdAt: number;
  readonly deadline: number;
  readonly serverAt: number | null;
  readonly callbackAt: number | null;
  readonly fileAt: number | null;
  /** When it was verified, refused, or out of time. */
  readonly endedAt: number | null;
}

export async function findChallenge(db: Database | Tx, id: string): Promise<Challenge | undefined> {
  const row = await db.selectFrom('challenges').selectAll().where('id', '=', id).executeTakeFirst();
  return row && challengeOf(row);
}

/** @returns those that have not ended, oldest first */
export async function listOpenChallenges(db: Database | Tx): Promise<Challenge[]> {
  const rows = await db
    .selectFrom('challenges')
    .selectAll()
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .execute();
  return rows.map(challengeOf);
}

/** @returns the ones started last, newest first */
export async function listRecentChallenges(db: Database | Tx, max: number): Promise<Challenge[]> {
  const rows = await db
    .selectFrom('challenges')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(max)
    .execute();
  return rows.map(challengeOf);
}

/** Writes a challenge over the stored one with its id, if there is one. */
export async function saveChallenge(tx: Tx, challenge: Challenge): Promise<void> {
  const { id, ...rest } = rowOf(challenge);
  await tx
    .insertInto('challenges')
    .values({ id, ...rest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rest))
    .execute();
}

/** Forgets challenges that ended before a time. */
export async function dropChallenges(tx: Tx, before: number): Promise<void> {
  await tx.deleteFrom('challenges').where('ended_at', '<', before).execute();
}

const rowOf = (challenge: Challenge): ChallengeTable => ({
  id: challenge.id,
  peer: challenge.peer,
  nonce: challenge.nonce,
  origin: challenge.origin,
  created_at: challenge.createdAt,
  deadline: challenge.deadline,
  server_at: challenge.serverAt,
  callback_at: challenge.callbackAt,
  file_at: challenge.fileAt,
  ended_at: challenge.endedAt,
});

function challengeOf(row: Selectable<ChallengeTable>): Challenge {
  return {
    id: row.id,
    peer: row.peer,
    nonce: row.nonce,
    origin: row.origin,
    createdAt: Number(row.created_at),
    deadline: Number(row.deadline),
    serverAt: timeOf(row.server_at),
    callbackAt: timeOf(row.callback_at),
    fileAt: timeOf(row.file_at),
    endedAt: timeOf(row.ended_at),
  };
}

const timeOf = (stored: number | null) => (stored === null ? null : Number(stored));
