import type { Change } from '../../contract/live.ts';
import type { Key } from '../../contract/paths.ts';
import type { Database, Tx } from './database.ts';

/**
 * The one way in which the server's state changes: a transaction that writes rows and, with them, the
 * live messages that tell of it. Rows and messages are committed together, so a message never speaks of
 * what was not stored, and what was stored is never left untold, a crash in the middle included.
 *
 *   commit(work) -> BEGIN, work, live_log rows, COMMIT (synced) -> listeners, in order of `seq`
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

  async function append(tx: Tx, drafts: readonly Draft[]): Promise<Change[]> {
    const changes: Change[] = [];
    for (const draft of drafts) {
      const at = now();
      const row = {
        key_json: JSON.stringify(draft.key),
        op: draft.op,
        data_json: JSON.stringify(draft.data),
        at,
      };
      const { seq } = await tx
        .insertInto('live_log')
        .values(row)
        .returning('seq')
        .executeTakeFirstOrThrow();
      changes.push({ ...draft, key: [...draft.key], seq, at });
    }
    return changes;
  }

  function publish(changes: readonly Change[]): void {
    for (const change of changes) {
      seq = change.seq;
      for (const listener of listeners) listener(change);
    }
  }

  return {
    async commit(work) {
      const drafts: Draft[] = [];
      const { result, changes } = await db.transaction().execute(async (tx) => {
        const result = await work(tx, (key, op, data) => drafts.push({ key, op, data }));
        const changes = await append(tx, drafts);
        if (changes.some((change) => change.seq % PRUNE_EVERY === 0)) await prune(tx);
        return { result, changes };
      });
      publish(changes);
      return result;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seq: () => seq,
    since: (since) => changesSince(db, since),
  };
}

interface Draft {
  readonly key: Key;
  readonly op: Change['op'];
  readonly data: unknown;
}

async function lastSeq(db: Database): Promise<number> {
  const row = await db
    .selectFrom('live_log')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}

async function changesSince(db: Database, since: number) {
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
  const complete = since + 1 >= Number(first?.seq ?? 0);
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
