import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { Change } from '../../contract/live.ts';
import type { Key } from '../../contract/paths.ts';
import { joined } from '../base/joined.ts';
import { createListeners } from '../base/listeners.ts';
import type { Database, Tx } from './database.ts';
import {
  changeOf,
  createPruning,
  type Draft,
  insertRows,
  isSame,
  LOG_MAX,
  lastPosition,
  type NewLogRow,
  numbered,
  type Position,
  rowOf,
  rowsFrom,
  shrinkOvertaken,
} from './live-log.ts';
import { type MayRead, replaySince } from './replay.ts';
import { nameStream, readStreamNames, renameStream } from './stream-names.ts';

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
  /** Resolves when the commits that were asked for until now have ended. */
  idle(): Promise<unknown>;
  /** @returns unsubscribe. The listener must not throw. */
  subscribe(listener: (change: Change) => void): () => void;
  /**
   * Called when whoever follows the changes has to begin anew: this instance was away for so long that some are no longer stored,
   * or the database has lost published ones, as a standby that takes over may. @returns unsubscribe
   */
  onGap(listener: () => void): () => void;
  /** Number of the last published change; 0 before the first. */
  seq(): number;
  /** Name of the stream that numbers belong to: see `stream-names.ts`. */
  streamId(): string;
  /** Publishes what other instances have committed up to now, so that nobody gets a lower number than elsewhere before. */
  catchUp(): Promise<void>;
  /**
   * @returns the answer of `GET /api/live?since=` as JSON (`MissedSchema`): the changes after `since`, oldest first.
   *   Incomplete and empty if they are more than `REPLAY_MAX`, no longer stored, or not of this database.
   * @param stream name of the stream that `since` is a number of; undefined: the caller knows none
   * @param mayRead of a change with another key only the number is answered; all may be read by default
   */
  replay(since: number, stream?: string, mayRead?: MayRead): Promise<string>;
  counters(): JournalCounters;
}

/** For what is done for calls and in terms alike. */
export type Commits = Pick<Journal, 'commit'>;

/** The journal of a term of the leader: what is committed when the term is over is refused. Nothing else is for what a term does. */
export interface TermJournal extends Pick<Journal, 'commit' | 'subscribe' | 'onGap'> {
  /** Of the term's lease; 0 where there is one instance, whose term is as long as its life. */
  readonly token: number;
}

/** @returns the journal of the only instance's term */
export const soleTermJournal = ({ commit, subscribe, onGap }: Journal): TermJournal => ({
  commit,
  subscribe,
  onGap,
  token: 0,
});

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
  /** In a transaction: writes rows, numbered after the last one, and notifies the others when it is committed. @returns the last one */
  append(tx: Tx, rows: readonly NewLogRow[], at: number): Promise<Position>;
  /**
   * Called with the number of a change that is committed; it may be missed, or repeated. With its time no later one was stored:
   * if it is not the last published one, there are others, or the database has lost changes.
   */
  onCommitted(listener: (seq: number, at?: number) => void): void;
  /** @returns what changes when the database server was started again, or has the tables of another database */
  runOf(tx: Tx): Promise<string>;
}

const checks = new AsyncLocalStorage<(tx: Tx) => Promise<void>>();

/**
 * Runs `work`, whose commits first ask in their transaction whether they still may: what a request was allowed when it began
 * may have been taken away since. `check` throws what refuses the commit.
 */
export const withCommitCheck = <T>(check: (tx: Tx) => Promise<void>, work: () => T): T =>
  checks.run(check, work);

/** Runs what follows from the end of somebody's rights, or is done for more than one request. */
export const withoutCommitCheck = <T>(work: () => T): T => checks.exit(work);

/** Announces that the read with this key has changed, and how (see `contract/live.ts`). */
export type Emit = (key: Key, op: Change['op'], data: unknown) => void;

/** @param others undefined: this process is the only one */
export async function openJournal(
  db: Database,
  now: () => number,
  others?: OtherInstances,
): Promise<Journal> {
  const published = createListeners<[change: Change]>();
  const gaps = createListeners<[]>();
  let { position, names } = await beginStream(db, others);
  let last: Promise<unknown> = Promise.resolve();
  const lag = createLag(now);
  const prune = createPruning();
  const catchUp = others === undefined ? nothing : joined(readOthers);

  function publish(changes: readonly Change[]): void {
    for (const change of changes) {
      // Another way may have been faster.
      if (change.seq <= position.seq) continue;
      position = { seq: change.seq, at: change.at };
      published.tell(change);
    }
  }

  /** The transaction is the only one that writes, so the numbers after the last one are free. */
  async function append(tx: Tx, drafts: readonly Draft[], at: number) {
    const rows = drafts.map(rowOf);
    const before = others === undefined ? position : await others.append(tx, rows, at);
    const first = before.seq + 1;
    if (others === undefined) await insertRows(tx, rows, { first, at });
    await shrinkOvertaken(tx, rows, at);
    await prune(tx, rows);
    return { before, changes: numbered(drafts, { first, at }) };
  }

  async function commit<T>(work: (tx: Tx, emit: Emit) => Promise<T>): Promise<T> {
    const drafts: Draft[] = [];
    const { result, before, changes } = await db.transaction().execute(async (tx) => {
      await checks.getStore()?.(tx);
      const result = await work(tx, (key, op, data) => drafts.push({ key, op, data }));
      if (drafts.length === 0) return { result, before: position, changes: [] };
      return { result, ...(await append(tx, drafts, now())) };
    });
    // What is stored is no failure: what cannot be read now is found again by the poll.
    if (isSame(before, position)) publish(changes);
    else await catchUp().catch(() => undefined);
    return result;
  }

  async function readOthers(): Promise<void> {
    for (let more = true; more; ) {
      const known = position;
      // With the last published one, which shows that the others go on from there.
      const rows = await rowsFrom(db, known.seq);
      more = rows.length === LOG_MAX.rows;
      const [first = { seq: 0, at: 0 }] = rows;
      const isNext = known.seq === 0 && first.seq <= 1;
      if (!isNext && !isSame(first, known)) return restart(first.seq <= known.seq);
      const changes = rows.filter(({ seq }) => seq > position.seq).map(changeOf);
      lag.count(changes);
      publish(changes);
    }
    names = await readStreamNames(db);
  }

  /** Goes on after what was deleted meanwhile, or @param isLost from another history. */
  async function restart(isLost: boolean): Promise<void> {
    ({ position, names } = await db.transaction().execute(async (tx) => ({
      position: await lastPosition(tx),
      names: isLost ? await renameStream(tx, names[0]?.id) : names,
    })));
    gaps.tell();
  }

  // A failure is found again by the next commit, or the next look of the poll.
  others?.onCommitted((seq, at) => {
    const isNew = seq > position.seq || (at !== undefined && !isSame({ seq, at }, position));
    if (isNew) catchUp().catch(() => undefined);
  });

  return {
    commit(work) {
      const mine = last.then(() => commit(work));
      // A failure is reported to its own caller and does not stop the next commit.
      last = mine.catch(() => undefined);
      return mine;
    },
    idle: () => last,
    subscribe: published.add,
    onGap: gaps.add,
    seq: () => position.seq,
    streamId: () => names[0]?.id ?? '',
    catchUp,
    async replay(since, stream, mayRead = () => true) {
      await catchUp();
      return replaySince(db, { since, stream, names, seq: position.seq, mayRead });
    },
    counters: lag.counters,
  };
}

const nothing = async () => undefined;

const beginStream = (db: Database, others: OtherInstances | undefined) =>
  db.transaction().execute(async (tx) => {
    const position = await lastPosition(tx);
    const run = (await others?.runOf(tx)) ?? randomUUID();
    return { position, names: await nameStream(tx, position.seq, run) };
  });

function createLag(now: () => number) {
  const counters = { others: 0, lagSec: 0, lastLagSec: 0 };
  return {
    count(changes: readonly Change[]): void {
      for (const { at } of changes) {
        counters.others += 1;
        counters.lastLagSec = Math.max(0, now() - at) / 1000;
        counters.lagSec += counters.lastLagSec;
      }
    },
    counters: (): JournalCounters => ({ ...counters }),
  };
}
