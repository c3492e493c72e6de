import type { Change, Missed } from '../../../contract/live.ts';

/**
 * The numbered live messages: each is applied once, in order, without a gap. It knows from which number on
 * nothing is missing, so that it can say of any data whether the stream has kept it whole.
 *
 *   hello -> (behind: replay) -> whole -> change, change, ... gap -> replay -> whole ... -> lost
 *
 * Replay is `GET /api/live?since=N`. Where it is incomplete or missing, the stream starts over at the newest
 * number, and what is older than that has to be read again. What was read before the hello and comes after it is
 * caught up with in the same way.
 */
export interface Stream {
  hello(seq: number): void;
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

interface StreamEvents {
  readonly apply: (change: Change) => void;
  /** @returns undefined when it cannot be had */
  readonly replay: (since: number) => Promise<Missed | undefined>;
  /** Something is missing, and asked for: from now on data may be older than what is received. */
  readonly onGap: () => void;
  /** The stream is whole again: data that it does not hold has to be read. */
  readonly onWhole: () => void;
  /** The server counts anew: no number from before means anything. */
  readonly onRenumbered: () => void;
  /** The range of the numbers that data has at the moment, to begin with. */
  readonly known: () => { readonly least: number | undefined; readonly most: number };
}

/** Changes that may wait for a replay; with more of them reading again is cheaper. */
const WAITING_MAX = 2000;

export function createStream(events: StreamEvents): Stream {
  let from: number | undefined;
  let seen: number | undefined;
  /** While it runs, changes wait. Another one takes its place when the connection broke meanwhile. */
  let replaying: object | undefined;
  let whole = false;
  let waiting: Change[] = [];

  function startAt(seq: number): void {
    from = seq;
    seen = seq;
  }

  function endReplay(): void {
    replaying = undefined;
    whole = true;
    const waited = waiting;
    waiting = [];
    for (const change of waited) receive(change);
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
    // Of what the stream holds from its begin on nothing is missing.
    else if (continues(since)) startAt(newest);
    endReplay();
  }

  function replayed(since: number, { changes, seq }: Missed): void {
    if (!continues(since)) from = since;
    for (const change of changes) events.apply(change);
    seen = seq;
  }

  function continues(seq: number): boolean {
    return from !== undefined && seq >= from;
  }

  return {
    hello(seq) {
      const known = events.known();
      if (Math.max(seen ?? 0, known.most) > seq) {
        events.onRenumbered();
        startAt(seq);
      } else if (seen === undefined) startAt(Math.min(known.least ?? seq, seq));
      if (seen !== undefined && seen < seq) void catchUp(seen, seq);
      else endReplay();
    },
    beat(seq) {
      if (seen !== undefined && replaying === undefined && seq > seen) void catchUp(seen, seq);
    },
    change: receive,
    reachBack(seq) {
      if (!whole || seen === undefined || seq === 0 || continues(seq)) return false;
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
