import { type Insertable, sql } from 'kysely';
import { type Change, hiddenChange } from '../../contract/live.ts';
import type { Key } from '../../contract/paths.ts';
import { joined } from '../base/joined.ts';
import { createListeners } from '../base/listeners.ts';
import type { Database, Tx } from './database.ts';
import type { Row, Tables } from './schema.ts';

/**
 * The only way to change the server's state: a transaction that writes rows together with the live messages about
 * them. Both are committed together, so there is no message about what was not stored, and no stored change without
 * its message, even after a crash.
 *
 *   commit(work) -> BEGIN, work, live_log rows, COMMIT (synced) -> listeners, in order of `seq`
 *
 * One commit at a time: the next begins after the messages of the last one were published. The database has one
 * writer anyway, over all instances, so that `seq` is in order of commits and without gaps. `work` must not commit again
 * inside itself.
 *
 * With several instances each publishes every change, its own and those of the others, once and in order.
 */
export interface Journal {
  /**
   * Its changes are published when it resolves.
   *
   * @returns what `work` returned. Throws what it threw; then nothing is stored or published.
   */
  commit<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T>;
  /** @returns unsubscribe. The listener must not throw. */
  subscribe(listener: (change: Change) => void): () => void;
  /**
   * Called when whoever follows the changes has to begin anew: this instance was away for so long that some are no longer stored,
   * or the database has lost published ones, as a standby that takes over may. @returns unsubscribe
   */
  onGap(listener: () => void): () => void;
  /** Number of the last published change; 0 before the first. */
  seq(): number;
  /** Publishes what other instances have committed up to now, so that nobody gets a lower number than elsewhere before. */
  catchUp(): Promise<void>;
  /**
   * @returns the answer of `GET /api/live?since=` as JSON (`MissedSchema`): the changes after `since`, oldest first.
   *   Incomplete and empty if they are more than `REPLAY_MAX`, no longer stored, or not of this database.
   * @param mayRead of a change with another key only the number is answered; all may be read by default
   */
  replay(since: number, mayRead?: MayRead): Promise<string>;
  counters(): JournalCounters;
}

interface JournalCounters {
  /** Changes of other instances that were published. */
  readonly others: number;
  /** Seconds from their commit to their publication here, added up, by the clocks of both instances. */
  readonly lagSec: number;
  /** Of the last one. */
  readonly lastLagSec: number;
}

/** How the instances of one database learn of each other's commits. */
export interface OtherInstances {
  /** In a transaction: writes rows, numbered after the last one, and notifies the others when it is committed. @returns the first number */
  append(tx: Tx, rows: readonly NewLogRow[], at: number): Promise<number>;
  /**
   * Called with the number of a change that is committed; it may be missed, or repeated. `isLast`: no later one was stored. Below
   * the last published one that means that the database has lost changes.
   */
  onCommitted(listener: (seq: number, isLast: boolean) => void): void;
}

export type NewLogRow = Omit<Insertable<Tables['liveLog']>, 'seq' | 'at'>;

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

/** @param others undefined: this process is the only one */
export async function openJournal(
  db: Database,
  now: () => number,
  others?: OtherInstances,
): Promise<Journal> {
  const published = createListeners<[change: Change]>();
  const gaps = createListeners<[]>();
  let seq = await lastSeq(db);
  let last: Promise<unknown> = Promise.resolve();
  const counters = { others: 0, lagSec: 0, lastLagSec: 0 };
  const catchUp = others === undefined ? nothing : joined(readOthers);

  function publish(changes: readonly Change[]): void {
    for (const change of changes) {
      // Another way may have been faster.
      if (change.seq <= seq) continue;
      seq = change.seq;
      published.tell(change);
    }
  }

  /** The transaction is the only one that writes, so the numbers after the last one are free. */
  async function append(tx: Tx, drafts: readonly Draft[], at: number): Promise<Change[]> {
    if (drafts.length === 0) return [];
    const rows = drafts.map(rowOf);
    const first = others === undefined ? seq + 1 : await others.append(tx, rows, at);
    if (others === undefined) await insertRows(tx, rows, { first, at });
    return drafts.map((draft, i) => ({ ...draft, key: [...draft.key], seq: first + i, at }));
  }

  async function commit<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
    const drafts: Draft[] = [];
    const { result, changes } = await db.transaction().execute(async (tx) => {
      const result = await work(tx, (key, op, data) => drafts.push({ key, op, data }));
      const changes = await append(tx, drafts, now());
      if (changes.some((change) => change.seq % PRUNE_EVERY === 0)) await prune(tx);
      return { result, changes };
    });
    const before = (changes[0]?.seq ?? 0) - 1;
    // What is stored is no failure: what cannot be read now is found again by the poll.
    if (others !== undefined && before > seq) await catchUp().catch(() => undefined);
    if (others === undefined || before <= seq) publish(changes);
    return result;
  }

  async function readOthers(): Promise<void> {
    for (let more = true; more; ) {
      const rows = await rowsAfter(db, seq);
      more = rows.length === REPLAY_MAX.rows;
      const restart = await findRestart(db, rows, seq);
      if (restart !== undefined) {
        seq = restart;
        gaps.tell();
        return;
      }
      const changes = rows.map(changeOf);
      count(changes.filter((change) => change.seq > seq));
      publish(changes);
    }
  }

  function count(changes: readonly Change[]): void {
    for (const { at } of changes) {
      counters.others += 1;
      counters.lastLagSec = Math.max(0, now() - at) / 1000;
      counters.lagSec += counters.lastLagSec;
    }
  }

  // A failure is found again by the next commit, or the next look of the poll.
  others?.onCommitted((committed, isLast) => {
    if (committed > seq || (isLast && committed < seq)) catchUp().catch(() => undefined);
  });

  return {
    commit(work) {
      const mine = last.then(() => commit(work));
      // A failure is reported to its own caller and does not stop the next commit.
      last = mine.catch(() => undefined);
      return mine;
    },
    subscribe: published.add,
    onGap: gaps.add,
    seq: () => seq,
    catchUp,
    async replay(since, mayRead = () => true) {
      await catchUp();
      return replaySince(db, { since, seq, mayRead });
    },
    counters: () => ({ ...counters }),
  };
}

const nothing = async () => undefined;

interface Draft {
  readonly key: Key;
  readonly op: Change['op'];
  readonly data: unknown;
}

/** Rows in one statement, so that the number of its parameters stays bounded. */
const APPEND_MAX = 500;

async function insertRows(
  tx: Tx,
  rows: readonly NewLogRow[],
  { first, at }: { first: number; at: number },
): Promise<void> {
  for (let from = 0; from < rows.length; from += APPEND_MAX) {
    const some = rows.slice(from, from + APPEND_MAX);
    await tx
      .insertInto('liveLog')
      .values(some.map((row, i) => ({ ...row, seq: first + from + i, at })))
      .execute();
  }
}

const rowOf = ({ key, op, data }: Draft): NewLogRow => ({
  keyJson: JSON.stringify(key),
  op,
  dataJson: JSON.stringify(data),
});

function changeOf(row: Row<'liveLog'>): Change {
  const [key, data] = [JSON.parse(row.keyJson), JSON.parse(row.dataJson)];
  return { key, op: row.op as Change['op'], data, seq: row.seq, at: row.at };
}

const rowsAfter = (db: Database, seq: number) =>
  db
    .selectFrom('liveLog')
    .selectAll()
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(REPLAY_MAX.rows)
    .execute();

/**
 * @param rows that are stored after the last published one
 * @returns undefined if they continue what was published; else the highest stored number: rows between are deleted, or the
 *   database has lost published ones
 */
async function findRestart(
  db: Database,
  [first]: readonly Row<'liveLog'>[],
  published: number,
): Promise<number | undefined> {
  if (first !== undefined && first.seq <= published + 1) return undefined;
  const stored = await lastSeq(db);
  return first === undefined && stored >= published ? undefined : stored;
}

async function lastSeq(db: Database): Promise<number> {
  const row = await db
    .selectFrom('liveLog')
    .select(({ fn }) => fn.max('seq').as('seq'))
    .executeTakeFirst();
  return row?.seq ?? 0;
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
    .selectFrom('liveLog')
    .select(sql<number | null>`sum(octet_length(data_json))`.as('bytes'))
    .where('seq', '>', since)
    .where('seq', '<=', seq)
    .executeTakeFirstOrThrow();
  return (bytes ?? 0) <= REPLAY_MAX.bytes;
}

const changesBetween = (db: Database, since: number, seq: number) =>
  db
    .selectFrom('liveLog')
    .selectAll()
    .where('seq', '>', since)
    .where('seq', '<=', seq)
    .orderBy('seq')
    .execute();

/** The stored texts are used as they are: parsing and serialising them again costs most of a replay. */
function changeJson(row: Row<'liveLog'>, mayRead: MayRead): string {
  const { keyJson, op, dataJson, seq, at } = row;
  if (!mayRead(JSON.parse(keyJson))) return JSON.stringify(hiddenChange(row));
  return `{"key":${keyJson},"op":"${op}","data":${dataJson},"seq":${seq},"at":${at}}`;
}

async function prune(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('liveLog')
    .where('seq', '<=', (eb) =>
      eb
        .selectFrom('liveLog')
        .select(({ fn, val }) => eb(fn.max('seq'), '-', val(REPLAY_MAX.rows)).as('limit')),
    )
    .execute();
}
