import type { Database, Tx } from '../../database/database.ts';
import { NODE_ITSELF } from './probe-spans.ts';
import { MINUTE_MS, TIME_COLUMNS } from './span-rows.ts';

/** Entries of a block. Its root is that of a whole subtree, so that the tree's hashes are computed from those of its blocks. */
export const BLOCK_SIZE = 1024;

interface StoredEntry {
  /** From 0. */
  readonly position: number;
  /** Start of its minute, epoch milliseconds. */
  readonly at: number;
  readonly entry: string;
}

/** @returns the newest entry's position and minute; undefined when the log is empty */
export async function lastOfLog(db: Database): Promise<Omit<StoredEntry, 'entry'> | undefined> {
  const open = db.selectFrom('logEntries').select(['position', 'at']);
  const entry = await open.orderBy('position', 'desc').limit(1).executeTakeFirst();
  if (entry !== undefined) return entry;
  const blocks = db.selectFrom('logBlocks').select(['number', 'lastAt']);
  const block = await blocks.orderBy('number', 'desc').limit(1).executeTakeFirst();
  return block && { position: (block.number + 1) * BLOCK_SIZE - 1, at: block.lastAt };
}

export async function addToLog(tx: Tx, entries: readonly StoredEntry[]): Promise<void> {
  for (let from = 0; from < entries.length; from += BLOCK_SIZE)
    await tx
      .insertInto('logEntries')
      .values(entries.slice(from, from + BLOCK_SIZE))
      .execute();
}

/** @returns what was measured of each platform in each minute, in order */
export async function minutesBetween(tx: Tx, from: number, to: number) {
  return tx
    .selectFrom('probeSpans')
    .select(['platform', 'at', ...TIME_COLUMNS])
    .where('spanMs', '=', MINUTE_MS)
    .where('at', '>=', from)
    .where('at', '<', to)
    .where('platform', '!=', NODE_ITSELF)
    .orderBy('at')
    .orderBy('platform')
    .execute();
}

/** @returns incidents of platforms that began or ended in this time, without drills */
export async function incidentsBetween(tx: Tx, from: number, to: number) {
  const found = (column: 'startedAt' | 'endedAt') =>
    tx
      .selectFrom('incidents')
      .select(['id', 'platform', 'status', `${column} as at`])
      .where('kind', '=', 'platform')
      .where('drillUntil', 'is', null)
      .where(column, '>=', from)
      .where(column, '<', to)
      .orderBy('id')
      .execute();
  return { opened: await found('startedAt'), ended: await found('endedAt') };
}

/** @returns entries that are in no block yet, in order */
export const openEntries = (db: Database): Promise<StoredEntry[]> =>
  db.selectFrom('logEntries').selectAll().orderBy('position').execute();

interface StoredBlock {
  /** From 0. */
  readonly number: number;
  /** Hexadecimal. */
  readonly root: string;
  /** Minutes of its first and last entry. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** Compressed, base64; null when they are no longer kept. */
  readonly entries: string | null;
}

/** Puts a block in the place of its entries. */
export async function closeBlock(tx: Tx, block: StoredBlock): Promise<void> {
  await tx.insertInto('logBlocks').values(block).execute();
  const end = (block.number + 1) * BLOCK_SIZE;
  await tx.deleteFrom('logEntries').where('position', '<', end).execute();
}

/** Their roots stay, without which nothing newer could be proved. */
export async function dropEntriesBefore(tx: Tx, at: number): Promise<void> {
  const old = tx.updateTable('logBlocks').set({ entries: null });
  await old.where('lastAt', '<', at).where('entries', 'is not', null).execute();
}

/** @returns all blocks without their entries, in order */
export const listBlocks = (db: Database) =>
  db
    .selectFrom('logBlocks')
    .select(['number', 'root', 'firstAt', 'lastAt'])
    .orderBy('number')
    .execute();

export async function blockEntries(db: Database, number: number): Promise<string | null> {
  const block = db.selectFrom('logBlocks').select('entries').where('number', '=', number);
  return (await block.executeTakeFirst())?.entries ?? null;
}

/** Keeps what a platform has signed of this node's log, or this node itself, in place of what it signed before. */
export async function saveLogSignature(
  tx: Tx,
  signature: { readonly platform: string; readonly size: number; readonly signedJson: string },
): Promise<void> {
  const { size, signedJson } = signature;
  await tx
    .insertInto('logSignatures')
    .values(signature)
    .onConflict((conflict) => conflict.column('platform').doUpdateSet({ size, signedJson }))
    .execute();
}

export const listLogSignatures = (db: Database) =>
  db.selectFrom('logSignatures').selectAll().orderBy('platform').execute();

/** @returns the head of a peer's log that this node has signed last */
export const witnessedHead = (db: Database, platform: string) =>
  db
    .selectFrom('witnessedLogs')
    .select(['size', 'root'])
    .where('platform', '=', platform)
    .executeTakeFirst();

export async function saveWitnessedHead(
  tx: Tx,
  head: { readonly platform: string; readonly size: number; readonly root: string },
): Promise<void> {
  const { size, root } = head;
  await tx
    .insertInto('witnessedLogs')
    .values(head)
    .onConflict((conflict) => conflict.column('platform').doUpdateSet({ size, root }))
    .execute();
}
