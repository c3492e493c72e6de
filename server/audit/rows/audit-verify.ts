import type { Database, Tx } from '../../database/database.ts';
import type { Row } from '../../database/schema.ts';
import { type AuditMark, auditHash, FIRST_HASH, prunedNote, readAuditMark } from './audit.ts';

type AuditRow = Row<'audit'>;

type AuditVerdict =
  | { readonly ok: true; readonly rows: number; readonly head: AuditMark | undefined }
  /** `problem`: which row is the first that does not fit, and why, as a sentence. */
  | { readonly ok: false; readonly problem: string };

const PAGE = 1000;

/**
 * Checks that no row of the audit log was changed, removed, inserted or moved since it was written. It reads one state of the
 * database, also while a node writes.
 *
 * @param seen hash of a row that somebody noted elsewhere; it must still be in the log
 */
export const verifyAudit = (db: Database, seen?: string): Promise<AuditVerdict> =>
  oneState(db).execute(async (tx) => {
    const anchor = await readAuditMark(tx, 'anchor');
    const head = await readAuditMark(tx, 'head');
    const chain = await followChain(tx, anchor, seen);
    const problem = chain.problem ?? endProblem(chain.last, head) ?? chain.missing;
    return problem === undefined ? { ok: true, rows: chain.rows, head } : { ok: false, problem };
  });

const oneState = (db: Database) =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');

/** @returns the end of the chain and, as sentences, which row breaks it and what was to be found in it but was not */
async function followChain(tx: Tx, anchor: AuditMark | undefined, seen: string | undefined) {
  const wanted = new Map<string, string>();
  if (seen !== undefined && seen !== anchor?.hash) wanted.set(seen, unseenText(seen, anchor));
  if (anchor !== undefined) wanted.set(prunedNote(anchor), UNRECORDED);
  let last = anchor;
  let rows = 0;
  for await (const row of rowsOf(tx)) {
    const problem = problemOf(row, last?.hash ?? FIRST_HASH);
    if (problem !== undefined) return { last, rows, problem };
    last = { id: row.id, hash: row.hash };
    rows += 1;
    wanted.delete(row.hash);
    if (row.action === 'audit.pruned') wanted.delete(row.detail.slice(row.detail.indexOf('up to')));
  }
  const [missing] = wanted.values();
  return { last, rows, missing };
}

async function* rowsOf(tx: Tx): AsyncGenerator<AuditRow> {
  let last = 0;
  for (let page = await pageAfter(tx, last); page.length > 0; page = await pageAfter(tx, last)) {
    yield* page;
    last = page.at(-1)?.id ?? last;
  }
}

const pageAfter = (tx: Tx, id: number): Promise<AuditRow[]> =>
  tx.selectFrom('audit').selectAll().where('id', '>', id).orderBy('id').limit(PAGE).execute();

function problemOf(row: AuditRow, previousHash: string): string | undefined {
  const name = `Row ${row.id} (${new Date(row.at).toISOString()}, ${row.action})`;
  if (auditHash(row) !== row.hash) return `${name} was changed: its hash does not fit its content.`;
  if (row.previousHash === previousHash) return undefined;
  return `${name} does not follow the row before it: rows were removed, inserted or moved.`;
}

function endProblem(last: AuditMark | undefined, head: AuditMark | undefined): string | undefined {
  if (last?.hash === head?.hash) return undefined;
  const end = last === undefined ? 'The log is empty' : `The log ends with row ${last.id}`;
  return head === undefined
    ? `${end}, but no row was ever recorded: rows were inserted.`
    : `${end}, but row ${head.id} was recorded last: the newest rows were removed.`;
}

const UNRECORDED =
  'The oldest rows were removed, but not because of their age: no row tells of it.';

function unseenText(seen: string, anchor: AuditMark | undefined): string {
  const text = `No row has the hash ${seen}: the log was written anew`;
  return anchor === undefined
    ? `${text}.`
    : `${text}, or that row was deleted because of its age (the rows up to number ${anchor.id} were).`;
}
