import { CALLS } from '../../../contract/calls.ts';
import type { Missed, Order } from '../../../contract/live.ts';
import type { CallName } from '../../../contract/paths.ts';
import { type Entry, ORDER_KEY } from '../api.ts';
import type { Http } from '../calls/http.ts';
import type { Clock } from '../clock.ts';
import type { Tally } from '../figures.ts';
import { type Heard, saidAt } from '../line/live-message.ts';
import { createStream, type Stream } from '../line/stream.ts';
import type { ServerTime } from '../server-time.ts';
import { createReader, type Reader } from './reader.ts';
import type { Store } from './store.ts';
import { createWatchedReads, type WatchedReads } from './watched-reads.ts';
import { type ReadWish, wishText } from './wish.ts';

/** Reads and the live stream over one store: each fills what the other cannot. It knows no socket. */
export interface LiveReads {
  readonly reader: Reader;
  readonly reads: WatchedReads;
  /** A line is open, for the first time or again. */
  opened(): void;
  heard(message: Heard): void;
  /** @param heardAt server time at which the line was last heard; data was true until then */
  lost(heardAt: number): void;
  /** A call has succeeded: what it refreshes is read again. */
  succeeded(name: CallName): void;
  /** Number of the last live message that the store holds; undefined when none was announced. */
  seen(): number | undefined;
}

export interface LiveReadsParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly http: Http;
  readonly tally: Pick<Tally, 'gap'>;
  readonly serverTime: ServerTime;
  readonly signal: AbortSignal;
  readonly signedOut: () => void;
}

export function createLiveReads(parts: LiveReadsParts): LiveReads {
  const { store, clock, http, serverTime, signal } = parts;
  let openedBefore = false;
  /** Server time at which the stream was last heard to be whole. */
  let wholeAt = 0;

  const stream: Stream = createStream({
    take: (change) => reader.take(change),
    replay,
    gap() {
      reader.settle();
      unfeed(store, wholeAt, stream.seen());
    },
    whole: streamWhole,
    renumbered: () => store.revise((entry) => ({ ...entry, seq: 0 })),
    known() {
      reader.settle();
      return numbersOf(store.all());
    },
  });
  const reader: Reader = createReader({
    http,
    store,
    stream,
    clock,
    signal,
    signedOut: parts.signedOut,
    unfit: ({ key }) => reads.readAgain((entry) => entry?.key === key),
  });
  const reads: WatchedReads = createWatchedReads({
    clock,
    reader,
    entry: store.get,
    willDo: (entry) => willDo(entry, stream, serverTime.now()),
  });

  async function replay(since: number): Promise<Missed | undefined> {
    const { outcome } = await http.request('live', { query: { since } }, signal);
    const missed = outcome.ok ? (outcome.data as Missed) : undefined;
    parts.tally.gap(missed);
    return missed;
  }

  function streamWhole(): void {
    reader.settle();
    store.revise((entry) => {
      const fed = entry.from !== 'disk' && stream.holds(entry.seq);
      return fed === entry.fed ? entry : { ...entry, fed };
    });
    reads.readAgain((entry) => entry?.everyMs === null && !entry.fed);
  }

  function beat(seq: number): void {
    stream.beat(seq);
    if (stream.whole()) reads.readAgain((entry) => entry !== undefined && isBehind(entry));
  }

  return {
    reader,
    reads,
    opened() {
      // A server that announces no stream cannot say what was missed since the last line.
      const isBlind = openedBefore && !stream.announced();
      openedBefore = true;
      reads.readAgain(
        (entry) => entry?.failure !== undefined || (isBlind && entry?.everyMs === null),
      );
    },
    heard(message) {
      if (message.kind === 'hello') stream.hello(message.hello.seq);
      if (message.kind === 'beat') beat(message.beat.seq);
      if (message.kind === 'change') stream.change(message.change);
      if (message.kind === 'order') store.set(entryOf(message.order));
      const now = serverTime.now();
      if (stream.whole()) wholeAt = Math.max(wholeAt, Math.min(saidAt(message) ?? now, now));
    },
    lost(heardAt) {
      reader.settle();
      stream.lost();
      unfeed(store, Math.min(heardAt, wholeAt), stream.seen());
    },
    succeeded(name) {
      for (const refreshed of CALLS[name].refreshes) {
        const wish = { name: refreshed, params: {} } as ReadWish;
        const text = wishText(wish);
        if (reads.has(text) || store.get(text) !== undefined) void reader.read(wish);
      }
    },
    seen: reader.seen,
  };
}

/** No read has its key, so that nothing reads it again. */
function entryOf(order: Order): Entry {
  const facts = { failure: undefined, everyMs: null, fed: false, seq: 0 };
  return { key: ORDER_KEY, data: order, at: order.at, from: 'live', ...facts };
}

/**
 * What fed the store has ended. Whatever it fed was true until then, and holds every message until then.
 *
 * @param heardAt server time, epoch milliseconds
 * @param seen number of the last message
 */
export function unfeed(store: Store, heardAt: number, seen: number | undefined): void {
  store.revise((entry) => {
    if (!entry.fed) return entry;
    const at = Math.max(entry.at ?? heardAt, heardAt);
    return { ...entry, fed: false, at, seq: Math.max(entry.seq, seen ?? 0) };
  });
}

/** The stream cannot keep it whole, and reading it again may: its last try met no answer. */
function isBehind({ everyMs, fed, failure }: Entry): boolean {
  return everyMs === null && !fed && (failure === undefined || failure.status === 0);
}

/** What a mounted screen is shown without asking the server again. */
function willDo(entry: Entry, stream: Stream, now: number): boolean {
  if (entry.from === 'disk' || entry.failure !== undefined || entry.at === undefined) return false;
  if (entry.everyMs !== null) return now - entry.at < entry.everyMs;
  return entry.fed || !stream.announced();
}

function numbersOf(entries: readonly Entry[]) {
  const all = entries.map((entry) => entry.seq);
  const fresh = entries.filter((entry) => entry.from !== 'disk' && entry.seq > 0);
  const seqs = fresh.filter((entry) => entry.everyMs === null).map((entry) => entry.seq);
  return { least: seqs.length > 0 ? Math.min(...seqs) : undefined, most: Math.max(0, ...all) };
}
