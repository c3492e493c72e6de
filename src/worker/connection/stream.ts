import type { Change, Missed } from '../../../contract/live.ts';

/**
 * The numbered live messages: each is applied once, in order, without a gap. It knows from which number on
 * nothing is missing, so that it can say of any data whether the stream has kept it whole.
 *
 *   hello -> (behind: replay) -> whole -> change, change, ... gap -> replay -> whole ... -> lost
 *
 * Replay is `GET /api/live?since=N`. Where it is incomplete or missing, the stream starts over at the newest
 * number, and what is older than that has to be read again. What was read before the hello and comes after it is
 * caught up with in the same way. A hello with another name than before is followed by a replay too: only that tells
 * whether the numbers of before mean the same.
 */
export interface Stream {
  /** @param id name of the stream; undefined from a server that gives it none */
  hello(seq: number, id?: string): void;
  beat(seq: number): void;
  change(change: Change): void;
  /**
   * Data from before the stream's begin has come.
   *
   * @returns whether what it misses is asked for; `onWhole` follows
   */
  reachBack(seq: number): boolean;
  /** The connection broke. What was seen stays; what comes after it is caught up with after the next hello. */
  lost(): void;
  /** Since the hello of this connection nothing is missing. */
  whole(): boolean;
  /** Nothing is missing between data with this number and the change that is applied. */
  continues(seq: number): boolean;
  /** Nothing is missing between data with this number and now. */
  holds(seq: number): boolean;
  /** Number of the last change that was applied; undefined before the first hello. */
  seen(): number | undefined;
  /** The server announced its stream, on this connection or an earlier one. */
  announced(): boolean;
}

/** Whoever has numbers of changes, and the name of the stream that they belong to: undefined if that has none, or none is known. */
export interface StreamNumbers {
  streamId: string | undefined;
}

interface StreamEvents {
  readonly apply: (change: Change) => void;
  /** @returns undefined when it cannot be had */
  readonly replay: (since: number) => Promise<Missed | undefined>;
  /** Something is missing, and asked for: from now on data may be older than what is received. */
  readonly onGap: () => void;
  /** The stream is whole again: data that it does not hold has to be read. */
  readonly onWhole: () => void;
  /** The server counts anew: a number from before means something up to this one alone; 0: none does. */
  readonly onRenumbered: (shared: number) => void;
  /** The range of the numbers that data has at the moment, to begin with. */
  readonly known: () => { readonly least: number | undefined; readonly most: number };
}

/** Changes that may wait for a replay; with more of them reading again is cheaper. */
const WAITING_MAX = 2000;

/** @param numbers of the data that is known; the stream sets their name */
export function createStream(events: StreamEvents, numbers: StreamNumbers): Stream {
  let helloId: string | undefined;
  let from: number | undefined;
  let seen: number | undefined;
  /** While it runs, changes wait. Another one takes its place when the connection broke meanwhile. */
  let replaying: object | undefined;
  let whole = false;
  let waiting: Change[] = [];

  const isOther = () => numbers.streamId !== undefined && numbers.streamId !== helloId;

  function renumber(seq: number): void {
    numbers.streamId = helloId;
    events.onRenumbered(0);
    from = seen = seq;
  }

  function endReplay(): void {
    replaying = undefined;
    whole = true;
    numbers.streamId = helloId;
    for (const change of waiting.splice(0)) receive(change);
    if (replaying === undefined) events.onWhole();
  }

  function receive(change: Change): void {
    if (seen === undefined || change.seq <= seen) return;
    if (replaying !== undefined || change.seq > seen + 1) {
      waiting.push(change);
      if (replaying === undefined) void catchUp(seen, change.seq - 1);
      return;
    }
    seen = change.seq;
    events.apply(change);
  }

  async function catchUp(since: number, until: number): Promise<void> {
    const mine = {};
    replaying = mine;
    whole = false;
    events.onGap();
    const missed = await events.replay(since);
    if (replaying !== mine) return;
    const newest = Math.max(until, missed?.seq ?? 0, waiting.at(-1)?.seq ?? 0);
    const isWhole = missed?.complete && missed.seq >= until && waiting.length <= WAITING_MAX;
    if (isWhole) replayed(since, missed);
    else if (isOther()) renumber(newest);
    // Of what the stream holds from its begin on nothing is missing.
    else if (continues(since)) from = seen = newest;
    endReplay();
  }

  function replayed(since: number, { changes, seq }: Missed): void {
    if (!continues(since)) from = since;
    // Two streams may share no more than this: a higher number may mean something else in each.
    if (isOther() && events.known().most > since) events.onRenumbered(since);
    for (const change of changes) events.apply(change);
    seen = seq;
  }

  const continues = (seq: number) => from !== undefined && seq >= from;

  return {
    hello(seq, id) {
      helloId = id;
      const known = events.known();
      const isBefore = Math.max(seen ?? 0, known.most) > seq;
      if (isBefore || (id === undefined && isOther())) renumber(seq);
      else seen ??= from = Math.min(known.least ?? seq, seq);
      if (seen !== undefined && (seen < seq || isOther())) void catchUp(seen, seq);
      else endReplay();
    },
    beat(seq) {
      if (seen !== undefined && replaying === undefined && seq > seen) void catchUp(seen, seq);
    },
    change: receive,
    reachBack(seq) {
      if (!whole || seen === undefined || seq <= 0 || continues(seq)) return false;
      void catchUp(seq, seen);
      return true;
    },
    lost() {
      replaying = undefined;
      whole = false;
      waiting = [];
    },
    whole: () => whole,
    continues,
    holds: (seq) => whole && continues(seq),
    seen: () => seen,
    announced: () => seen !== undefined,
  };
}
