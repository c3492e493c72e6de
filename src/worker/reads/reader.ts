import { CALLS, readOfKey } from '../../../contract/calls.ts';
import type { Change } from '../../../contract/live.ts';
import { keyOf } from '../../../contract/paths.ts';
import type { Entry } from '../api.ts';
import type { Answer, Http } from '../calls/http.ts';
import type { Clock } from '../clock.ts';
import type { Stream } from '../line/stream.ts';
import { adoptTail, merge } from './merge.ts';
import { createNewRows } from './new-rows.ts';
import { share } from './share.ts';
import { type Store, textOf } from './store.ts';
import { type ReadWish, wishText } from './wish.ts';

/**
 * Brings what is read and what is told together in the store. A read and live messages about it overlap:
 * messages that come while an answer is on its way are kept and put on top of it.
 */
export interface Reader {
  /** Reads now; while the same read is on its way, waits for it and reads once more. Never rejects. */
  read(wish: ReadWish): Promise<void>;
  /** As `read`, but an answer that is on its way is good enough. */
  readOnce(wish: ReadWish): Promise<void>;
  /** Merges a live message into the entry that it names: new rows joined, anything else at once. */
  take(change: Change): void;
  /** Merges the rows that wait. Whoever says something of all entries says it after this. */
  settle(): void;
  /** Number of the last live message that the entries hold; undefined before the first hello. */
  seen(): number | undefined;
}

export interface ReaderParts {
  readonly http: Http;
  readonly store: Store;
  readonly stream: Stream;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The server said 401. */
  readonly signedOut: () => void;
  /** A live message did not fit: the entry has to be read again by whoever watches it. */
  readonly unfit: (entry: Entry) => void;
}

/** There is one at a time of a read: messages that come meanwhile are kept for it alone. */
interface Flight {
  readonly landed: Promise<void>;
  readonly changes: Change[];
  /** Whoever asks meanwhile gets the answer after this one. */
  next?: Promise<void>;
}

export function createReader(parts: ReaderParts): Reader {
  const { http, store, stream, signal } = parts;
  const flights = new Map<string, Flight>();
  const rows = createNewRows(parts.clock, signal, takeNow);

  async function fly(wish: ReadWish, changes: Change[]): Promise<void> {
    const seenBefore = stream.seen();
    const answer = await http.request(wish.name, { params: wish.params }, signal);
    if (signal.aborted) return;
    land(wish, answer, answer.seq ?? seenBefore ?? 0, changes);
    // Asked before the stream began, or began anew: what was told in between may be missing.
    // A server whose answers lag behind its own stream is not asked without end.
    const entry = store.get(wishText(wish));
    if (stream.whole() && entry && entry.seq >= (seenBefore ?? 0) && isMissing(entry))
      parts.unfit(entry);
  }

  function land(wish: ReadWish, answer: Answer, seq: number, changes: readonly Change[]): void {
    rows.settle();
    const key = keyOf(wish.name, wish.params);
    const old = store.get(textOf(key)) ?? blank(wish);
    if (!answer.outcome.ok) {
      store.set({ ...old, failure: answer.outcome });
      if (answer.outcome.status === 401) parts.signedOut();
      return;
    }
    const { data } = answer.outcome;
    const whole = wish.name === 'activity' ? adoptTail(old.data, data) : data;
    const read: Entry = {
      ...old,
      data: share(old.data, whole),
      at: answer.at,
      seq,
      from: 'server',
      failure: undefined,
      fed: stream.holds(seq),
    };
    const onTop = (entry: Entry, change: Change) =>
      (fits(entry, change) && merged(entry, change)) || entry;
    store.set(changes.reduce(onTop, read));
  }

  /** @returns undefined when the message does not fit */
  function merged(entry: Entry, change: Change): Entry | undefined {
    const name = readOfKey(change.key);
    if (name === undefined || change.seq <= entry.seq) return entry;
    const data = merge(entry.data, change, (answer) => CALLS[name].answer.safeParse(answer).data);
    if (data === undefined) return undefined;
    const failure = change.op === 'replace' ? undefined : entry.failure;
    const fed = stream.holds(change.seq);
    return { ...entry, data, at: change.at, seq: change.seq, from: 'live', failure, fed };
  }

  function start(wish: ReadWish): Promise<void> {
    const text = wishText(wish);
    const changes: Change[] = [];
    const landed = fly(wish, changes).finally(() => flights.delete(text));
    flights.set(text, { landed, changes });
    return landed;
  }

  function readOnce(wish: ReadWish): Promise<void> {
    return flights.get(wishText(wish))?.landed ?? start(wish);
  }

  /** A list that the stream has not kept whole would get a hole; only a whole answer may follow. */
  function fits(entry: Entry, change: Change): boolean {
    return change.op === 'replace' || (entry.from !== 'disk' && stream.continues(entry.seq));
  }

  function takeNow(change: Change): void {
    const entry = store.get(textOf(change.key));
    if (entry === undefined || !fits(entry, change)) return;
    const next = merged(entry, change);
    store.set(next ?? { ...entry, fed: false });
    if (next === undefined) parts.unfit(entry);
  }

  return {
    read(wish) {
      const flight = flights.get(wishText(wish));
      if (flight === undefined) return start(wish);
      flight.next ??= flight.landed.then(() => (signal.aborted ? undefined : readOnce(wish)));
      return flight.next;
    },
    readOnce,
    take(change) {
      flights.get(textOf(change.key))?.changes.push(change);
      rows.take(change);
    },
    settle: rows.settle,
    seen: () => rows.before() ?? stream.seen(),
  };
}

/** Of a read that only live messages keep current. */
function isMissing(entry: Entry): boolean {
  return entry.everyMs === null && entry.failure === undefined && !entry.fed;
}

/** @returns an entry of which nothing is known */
function blank({ name, params }: ReadWish): Entry {
  return {
    key: keyOf(name, params),
    data: undefined,
    at: undefined,
    seq: 0,
    from: 'server',
    failure: undefined,
    everyMs: CALLS[name].pollMs,
    fed: false,
  };
}
