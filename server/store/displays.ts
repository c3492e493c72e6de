import type { Account } from './accounts.ts';
import type { Database, Tx } from './database.ts';

/** A paired screen as it is stored. Times are epoch milliseconds. */
interface StoredDisplay {
  readonly id: string;
  readonly name: string;
  /** Names its session; null until it has fetched one. */
  readonly tokenHash: string | null;
  readonly approvedBy: string;
  readonly createdAt: number;
  readonly seenAt: number | null;
  readonly build: string | null;
}

export async function insertDisplay(
  tx: Tx,
  display: Pick<StoredDisplay, 'id' | 'name' | 'approvedBy' | 'createdAt'>,
): Promise<void> {
  const { id, name, approvedBy, createdAt } = display;
  await tx
    .insertInto('displays')
    .values({ id, name, approved_by: approvedBy, created_at: createdAt })
    .execute();
}

/** @returns all of them, oldest first */
export async function listDisplays(db: Database | Tx): Promise<StoredDisplay[]> {
  const rows = await db
    .selectFrom('displays')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(displayOf);
}

export async function findDisplay(
  db: Database | Tx,
  id: string,
): Promise<StoredDisplay | undefined> {
  const row = await db.selectFrom('displays').selectAll().where('id', '=', id).executeTakeFirst();
  return row && displayOf(row);
}

/** @returns whose session this is, seen as an account that owns nothing */
export async function findDisplaySession(
  db: Database | Tx,
  tokenHash: string,
): Promise<Account | undefined> {
  const row = await db
    .selectFrom('displays')
    .select(['id', 'name'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  return row && { id: row.id, username: row.name, email: '', sovereignLevel: '', role: 'display' };
}

export async function changeDisplay(
  tx: Tx,
  id: string,
  change: { token_hash?: string; seen_at?: number; build?: string },
): Promise<void> {
  await tx.updateTable('displays').set(change).where('id', '=', id).execute();
}

/** Its session and its pairing end with it. */
export async function deleteDisplay(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('displays').where('id', '=', id).execute();
}

/** @returns the display whose session this was; undefined when it was nobody's */
export async function deleteDisplayOfSession(
  tx: Tx,
  tokenHash: string,
): Promise<StoredDisplay | undefined> {
  const row = await tx
    .deleteFrom('displays')
    .where('token_hash', '=', tokenHash)
    .returningAll()
    .executeTakeFirst();
  return row && displayOf(row);
}

function displayOf(row: {
  id: string;
  name: string;
  token_hash: string | null;
  approved_by: string;
  created_at: number;
  seen_at: number | null;
  build: string | null;
}): StoredDisplay {
  return {
    id: row.id,
    name: row.name,
    tokenHash: row.token_hash,
    approvedBy: row.approved_by,
    createdAt: Number(row.created_at),
    seenAt: row.seen_at === null ? null : Number(row.seen_at),
    build: row.build,
  };
}
