import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import type { QueryOf } from '../../../contract/sent.ts';
import type { AuditAction, AuditRow } from '../../../contract/shapes/audit.ts';
import { currentActor } from '../../base/actor.ts';
import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';
import { readSetting, saveSetting } from '../../database/settings.ts';
import { storedText } from '../../database/stored-text.ts';
import { containsText, newestFirst, startsWith } from '../../database/text-search.ts';

/** Hash before the first row. */
export const FIRST_HASH = '0'.repeat(64);

/** A row of the audit log, by its hash. */
const MarkSchema = z.object({ id: z.number(), hash: z.string() });
export type AuditMark = z.infer<typeof MarkSchema>;

/** Where the chain of hashes begins and ends, stored beside it. */
const MARKS = {
  /** The last row: without it nobody would notice that the newest rows are gone. */
  head: 'audit-head',
  /** The last row that was deleted because of its age: the oldest row that is left follows it. */
  anchor: 'audit-anchor',
} as const;

export interface AuditEntry {
  readonly action: AuditAction;
  /** What it was done to, by name. */
  readonly target?: string;
  /** What changed, as a text; never a secret. */
  readonly detail?: string;
  readonly at: number;
}

/**
 * Adds a row to the audit log, in the transaction of what it records. It names the actor of the request that runs. Each row
 * holds the hash of the row before it, so that a row that is changed or removed later is noticed.
 */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { action, target = '', at } = entry;
  const { name, kind, token, address } = currentActor();
  const detail = [entry.detail, token && `API token: ${token}`].filter(Boolean).join('; ');
  const head = await readAuditMark(tx, 'head');
  // The hash is of what will be read.
  const texts = { actor: storedText(name), target: storedText(target), detail: storedText(detail) };
  const row = {
    at,
    action,
    actorKind: kind,
    address,
    ...texts,
    previousHash: head?.hash ?? FIRST_HASH,
  };
  const inserted = await tx
    .insertInto('audit')
    .values({ ...row, hash: auditHash(row) })
    .returning(['id', 'hash'])
    .executeTakeFirstOrThrow();
  await saveMark(tx, 'head', { id: inserted.id, hash: inserted.hash });
}

/** @returns SHA-256 of a row's content and of the hash before it, hexadecimal */
export function auditHash(row: Omit<Row<'audit'>, 'id' | 'hash'>): string {
  const { at, action, actor, actorKind, address, target, detail, previousHash } = row;
  const content = [previousHash, at, action, actor, actorKind, address, target, detail];
  return hash('sha256', JSON.stringify(content));
}

/** @returns undefined for the head of an empty log, and for the anchor of a log that is still whole */
export const readAuditMark = (
  db: Database,
  mark: keyof typeof MARKS,
): Promise<AuditMark | undefined> => readSetting(db, MARKS[mark], MarkSchema);

const saveMark = (tx: Tx, mark: keyof typeof MARKS, value: AuditMark) =>
  saveSetting(tx, MARKS[mark], value);

/**
 * Deletes the oldest rows, at most `limit` of them, and records that in the log itself.
 *
 * @param before epoch milliseconds: rows that are younger stay, and so do all after the first of them. One that says that it is
 *   later than `at` is as old as the rows beside it: the clock was ahead
 * @returns how many rows were deleted
 */
export async function pruneAudit(
  tx: Tx,
  { before, limit, at }: { before: number; limit: number; at: number },
): Promise<number> {
  const rows = tx.selectFrom('audit');
  const aged = rows.select(({ fn }) => fn.max<number | null>('id').as('id'));
  const young = rows.select('id').where('at', '>=', before).where('at', '<=', at);
  const stays = (await young.orderBy('id').limit(1).executeTakeFirst())?.id;
  const { id: end } = await aged
    .where('at', '<', before)
    .$if(stays !== undefined, (query) => query.where('id', '<', stays ?? 0))
    .executeTakeFirstOrThrow();
  const old = await rows
    .select(['id', 'hash'])
    .where('id', '<=', end ?? 0)
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = old.at(-1);
  if (last === undefined) return 0;
  const anchor = { id: last.id, hash: last.hash };
  await tx.deleteFrom('audit').where('id', '<=', anchor.id).execute();
  await saveMark(tx, 'anchor', anchor);
  const detail = `${old.length} ${old.length === 1 ? 'row' : 'rows'} ${prunedNote(anchor)}`;
  await recordAudit(tx, { action: 'audit.pruned', detail, at });
  return old.length;
}

/** @returns what the row about a deletion says of the last row that was deleted */
export const prunedNote = ({ id, hash }: AuditMark) => `up to number ${id}, ${hash}`;

/** An `AuditRow`. */
const LISTED = [
  'id',
  'at',
  'action',
  'actor',
  'actorKind',
  'address',
  'target',
  'detail',
  'hash',
] as const;

type AuditFilter = QueryOf<'audit'> & { readonly limit: number };

/** @returns a page of the audit log, newest first */
export async function listAudit(db: Database, filter: AuditFilter): Promise<AuditRow[]> {
  const { before, action, q, from, to } = filter;
  let query = db.selectFrom('audit').select(LISTED).orderBy('id', 'desc');
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  if (action?.includes('.')) query = query.where('action', '=', action);
  else if (action) query = query.where(startsWith('action', `${action}.`));
  if (q) query = query.where(containsText(['actor', 'target', 'detail', 'address'], q));
  return newestFirst(db, { table: 'audit', before, limit: filter.limit }, (slice, limit) =>
    query.where(slice).limit(limit).execute(),
  );
}
