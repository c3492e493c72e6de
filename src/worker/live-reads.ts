import type { Missed } from '../../contract/live.ts';
import type { Entry } from './api.ts';
import type { Clock } from './clock.ts';
import type { Http } from './http.ts';
import type { Heard } from './live-message.ts';
import { createReader, type Reader } from './reader.ts';
import type { ServerTime } from './server-time.ts';
import { createStore, type Store } from './store.ts';
import { createStream, type Stream } from './stream.ts';
import { createWatchedReads, type WatchedReads } from './watched-reads.ts';

/** Reads and the live stream over one store: each fills what the other cannot. It knows no socket. */
export interface LiveReads {
  readonly store: Store;
  readonly reader: Reader;
  readonly reads: WatchedReads;
  /** A line is open, for the first time or again. */
  opened(): void;
  heard(message: Heard): void;
  /** @param heardAt server time at which the line was last heard; data was true until then */
  lost(heardAt: number): void;
}

export interface LiveReadsParts {
  readonly clock: Clock;
  readonly http: Http;
  readonly serverTime: ServerTime;
  readonly signal: AbortSignal;
  readonly signedOut: () => void;
}

export function createLiveReads(parts: LiveReadsParts): LiveReads {
  const { clock, http, serverTime, signal } = parts;
  const store = createStore((text) => reads.has(text));
  let openedBefore = false;

  const stream: Stream = createStream({
    take: (change) => reader.take(change),
    replay,
    whole: streamWhole,
    renumbered: () => store.revise((entry) => ({ ...entry, seq: 0 })),
    known: () => numbersOf(store.all()),
  });
  const reader: Reader = createReader({
    http,
    store,
    stream,
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
    return outcome.ok ? (outcome.data as Missed) : undefined;
  }

  function streamWhole(): void {
    store.revise((entry) =>
      entry.from !== 'disk' && stream.holds(entry.seq) ? { ...entry, fed: true } : entry,
    );
    reads.readAgain((entry) => entry?.everyMs === null && !entry.fed);
  }

  return {
    store,
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
      if (message.kind === 'beat') stream.beat(message.beat.seq);
      if (message.kind === 'change') stream.change(message.change);
    },
    lost(heardAt) {
      stream.lost();
      store.revise((entry) =>
        entry.fed ? { ...entry, fed: false, at: Math.max(entry.at ?? heardAt, heardAt) } : entry,
      );
    },
  };
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
