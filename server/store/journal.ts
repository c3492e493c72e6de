import type { Change } from '../../contract/live.ts';
import type { Key } from '../../contract/paths.ts';
import type { Database, Tx } from './database.ts';

/**
 * The one way in which the server's state changes: a transaction that writes rows and, with them, the
 * live messages that tell of it. Rows and messages are committed together, so a message never speaks of
 * what was not stored, and what was stored is never left untold, a crash in the middle included.
 *
 *   commit(work) -> BEGIN, work, live_log rows, COMMIT (synced) -> listeners, in order of `seq`
 *
 * One commit at a time: the next begins when the last one's messages are out. The database has one writer
 * anyway, and so the order of `seq` holds by construction. `work` must not commit again within itself.
 */
export interface Journal {
  /** @returns what `work` returned. Throws what it threw, with nothing stored and nothing told. */
  commit<T>(work: (tx: Tx, tell: Tell) => Promise<T>): Promise<T>;
  /** @returns the undo. The listener must not throw. */
  subscribe(listener: (change: Change) => void): () => void;
  /** Number of the last change told; 0 before the first. */
  seq(): number;
  /** The changes after `since`, oldest first; `complete` is false when older ones are gone. */
  since(since: number): Promise<{ complete: boolean; changes: Change[] }>;
}

/** Says that the read with this key has changed, and how (see `contract/live.ts`). */
export type Tell = (key: Key, op: Change['op'], data: unknown) => void;

/** How many messages are kept for consoles that were away. */
const KEPT = 10_000;
/** How often the oldest are dropped: not at every commit. */
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

  async function commit<T>(work: (tx: Tx, tell: Tell) => Promise<T>): Promise<T> {
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
      // The next one's turn comes whatever became of this one; its own caller hears of the failure.
      last = mine.catch(() => undefined);
      return mine;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seq: () => seq,
    since: (since) => changesSince(db, since, seq),
  };
}

interface Draft {
  readonly key: Key;
  readonly op: Change['op'];
  readonly data: unknown;
}

/** One statement for each of these many messages, so that its parameters stay bounded. */
const APPENDED_AT_ONCE = 500;

async function append(tx: Tx, drafts: readonly Draft[], at: number): Promise<Change[]> {
  const seqs: number[] = [];
  for (let from = 0; from < drafts.length; from += APPENDED_AT_ONCE) {
    const rows = drafts.slice(from, from + APPENDED_AT_ONCE).map((draft) => rowOf(draft, at));
    const written = await tx.insertInto('live_log').values(rows).returning('seq').execute();
    // Rows are numbered in their order, but SQLite may tell of them in any.
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

async function changesSince(db: Database, since: number, seq: number) {
  const first = await db
    .selectFrom('live_log')
    .select(({ fn }) => fn.min('seq').as('seq'))
    .executeTakeFirst();
  const rows = await db
    .selectFrom('live_log')
    .selectAll()
    .where('seq', '>', since)
    .orderBy('seq')
    .execute();
  // A number from the future was given out by another database: what it stood for is not known here.
  const complete = since + 1 >= Number(first?.seq ?? 0) && since <= seq;
  const changes = rows.map(
    (row): Change => ({
      key: JSON.parse(row.key_json),
      op: row.op as Change['op'],
      data: JSON.parse(row.data_json),
      seq: row.seq,
      at: row.at,
    }),
  );
  return { complete, changes };
}

async function prune(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('live_log')
    .where('seq', '<=', (eb) =>
      eb
        .selectFrom('live_log')
        .select(({ fn, val }) => eb(fn.max('seq'), '-', val(KEPT)).as('limit')),
    )
    .execute();
}
