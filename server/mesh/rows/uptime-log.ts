import { MINUTE_MS } from '../../../contract/limits.ts';
import type { LogHead } from '../../../proofs/report.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';
import { ALL_HOSTS, NODE_ITSELF } from './probe-spans.ts';
import { TIME_COLUMNS } from './span-rows.ts';

/** Entries of a block. Its root is that of a whole subtree, so that the tree's hashes are computed from those of its blocks. */
export const BLOCK_SIZE = 1024;

/** @returns the newest entry's position and minute; undefined when the log is empty */
export async function lastOfLog(
  db: Database,
): Promise<Omit<Row<'logEntries'>, 'entry'> | undefined> {
  const open = db.selectFrom('logEntries').select(['position', 'at']);
  const entry = await open.orderBy('position', 'desc').limit(1).executeTakeFirst();
  if (entry !== undefined) return entry;
  const blocks = db.selectFrom('logBlocks').select(['number', 'lastAt']);
  const block = await blocks.orderBy('number', 'desc').limit(1).executeTakeFirst();
  return block && { position: (block.number + 1) * BLOCK_SIZE - 1, at: block.lastAt };
}

export async function addToLog(tx: Tx, entries: readonly Row<'logEntries'>[]): Promise<void> {
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
    .where('platform', 'not like', ALL_HOSTS)
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
export const openEntries = (db: Database): Promise<Row<'logEntries'>[]> =>
  db.selectFrom('logEntries').selectAll().orderBy('position').execute();

/** Puts a block in the place of its entries. */
export async function closeBlock(tx: Tx, block: Row<'logBlocks'>): Promise<void> {
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
export async function saveLogSignature(tx: Tx, signature: Row<'logSignatures'>): Promise<void> {
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
    .select(['size', 'root', 'begun', 'at'])
    .where('platform', '=', platform)
    .executeTakeFirst();

export async function saveWitnessedHead(tx: Tx, { node, ...head }: LogHead): Promise<void> {
  await tx
    .insertInto('witnessedLogs')
    .values({ platform: node, ...head })
    .onConflict((conflict) => conflict.column('platform').doUpdateSet(head))
    .execute();
}

/** The next round begins a new log. */
export async function deleteLog(tx: Tx): Promise<void> {
  for (const table of ['logEntries', 'logBlocks', 'logSignatures'] as const)
    await tx.deleteFrom(table).execute();
}
