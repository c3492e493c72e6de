import { type Selectable, sql } from 'kysely';
import { type Change, hiddenChange } from '../../contract/live.ts';
import type { Key } from '../../contract/paths.ts';
import type { Database, Tx } from './database.ts';
import type { LiveLogTable } from './schema.ts';

/**
 * The only way to change the server's state: a transaction that writes rows together with the live messages about
 * them. Both are committed together, so there is no message about what was not stored, and no stored change without
 * its message, even after a crash.
 *
 *   commit(work) -> BEGIN, work, live_log rows, COMMIT (synced) -> listeners, in order of `seq`
 *
 * One commit at a time: the next begins after the messages of the last one were published. The database has one
 * writer anyway, and this keeps `seq` in order by construction. `work` must not commit again inside itself.
 */
export interface Journal {
  /** @returns what `work` returned. Throws what it threw; then nothing is stored or published. */
  commit<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T>;
  /** @returns unsubscribe. The listener must not throw. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Number of the last published change; 0 before the first. */
  seq(): number;
  /**
   * @returns the answer of `GET /api/live?since=` as JSON (`MissedSchema`): the changes after `since`, oldest first.
   *   Incomplete and empty if they are more than `REPLAY_MAX`, no longer stored, or not of this database.
   * @param mayRead of a change with another key only the number is answered; all may be read by default
   */
  replay(since: number, mayRead?: MayRead): Promise<string>;
}

type MayRead = (key: Key) => boolean;

/** Announces that the read with this key has changed, and how (see `contract/live.ts`). */
export type Emit = (key: Key, op: Change['op'], data: unknown) => void;

/**
 * The changes that are stored for consoles that reconnect, and the most that one answer replays. Beyond it reading
 * every list again is cheaper, for the server too.
 */
export const REPLAY_MAX = { rows: 2000, bytes: 1024 * 1024 } as const;
/** The oldest are dropped once in so many messages. */
const PRUNE_EVERY = 500;

export async function openJournal(db: Database, now: () => number): Promise<Journal> {
  const listeners = new Set<(change: Change) => void>();
  let seq = await lastSeq(db);
  let last: Promise<unknown> = Promise.resolve();

  function publish(changes: readonly Change[]): void {
    for (const change of changes) {
      seq = change.seq;
      for (const listener of listeners) listener(change);
    }
  }

  async function commit<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
    const drafts: Draft[] = [];
    const { result, changes } = await db.transaction().execute(async (tx) => {
      const result = await work(tx, (key, op, data) => drafts.push({ key, op, data }));
      const changes = await append(tx, drafts, now());
      if (changes.some((change) => change.seq % PRUNE_EVERY === 0)) await prune(tx);
      return { result, changes };
    });
    publish(changes);
    return result;
  }

  return {
    commit(work) {
      const mine = last.then(() => commit(work));
      // A failure is reported to its own caller and does not stop the next commit.
      last = mine.catch(() => undefined);
      return mine;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seq: () => seq,
    replay: (since, mayRead = () => true) => replaySince(db, { since, seq, mayRead }),
  };
}

interface Draft {
  readonly key: Key;
  readonly op: Change['op'];
  readonly data: unknown;
}

/** Rows in one statement, so that the number of its parameters stays bounded. */
const APPEND_MAX = 500;

async function append(tx: Tx, drafts: readonly Draft[], at: number): Promise<Change[]> {
  const seqs: number[] = [];
  for (let from = 0; from < drafts.length; from += APPEND_MAX) {
    const rows = drafts.slice(from, from + APPEND_MAX).map((draft) => rowOf(draft, at));
    const written = await tx.insertInto('live_log').values(rows).returning('seq').execute();
    // Rows are numbered in order, but SQLite may return them in any.
    seqs.push(...written.map(({ seq }) => seq).sort((a, b) => a - b));
  }
  return drafts.flatMap((draft, i) => {
    const seq = seqs[i];
    return seq === undefined ? [] : [{ ...draft, key: [...draft.key], seq, at }];
  });
}

function rowOf({ key, op, data }: Draft, at: number) {
  return { key_json: JSON.stringify(key), op, data_json: JSON.stringify(data), at };
}

async function lastSeq(db: Database): Promise<number> {
  const row = await db
    .selectFrom('live_log')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}

async function replaySince(
  db: Database,
  { since, seq, mayRead }: { since: number; seq: number; mayRead: MayRead },
): Promise<string> {
  const rows = (await canReplay(db, since, seq)) ? await changesBetween(db, since, seq) : [];
  // Numbers have no gaps, so fewer rows mean that the oldest are no longer stored.
  const complete = rows.length === seq - since;
  const changes = complete ? rows.map((row) => changeJson(row, mayRead)).join(',') : '';
  return `{"seq":${seq},"complete":${complete},"changes":[${changes}]}`;
}

/** A number above ours was given out by another database, whose changes are not known here. */
async function canReplay(db: Database, since: number, seq: number): Promise<boolean> {
  if (since > seq || seq - since > REPLAY_MAX.rows) return false;
  const { bytes } = await db
    .selectFrom('live_log')
    .select(sql<number | null>`sum(octet_length(data_json))`.as('bytes'))
    .where('seq', '>', since)
    .where('seq', '<=', seq)
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0) <= REPLAY_MAX.bytes;
}

const changesBetween = (db: Database, since: number, seq: number) =>
  db
    .selectFrom('live_log')
    .selectAll()
    .where('seq', '>', since)
    .where('seq', '<=', seq)
    .orderBy('seq')
    .execute();

/** The stored texts are used as they are: parsing and serialising them again costs most of a replay. */
function changeJson(row: Selectable<LiveLogTable>, mayRead: MayRead): string {
  const { key_json, op, data_json, seq, at } = row;
  if (!mayRead(JSON.parse(key_json))) return JSON.stringify(hiddenChange(row));
  return `{"key":${key_json},"op":"${op}","data":${data_json},"seq":${seq},"at":${at}}`;
}

async function prune(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('live_log')
    .where('seq', '<=', (eb) =>
      eb
        .selectFrom('live_log')
        .select(({ fn, val }) => eb(fn.max('seq'), '-', val(REPLAY_MAX.rows)).as('limit')),
    )
    .execute();
}
