import { CALLS, type ReadName, readOfKey } from '../../../contract/calls.ts';
import type { Change, Missed, Order } from '../../../contract/live.ts';
import { type CallName, keyText, type PathParams } from '../../../contract/paths.ts';
import { type Entry, OF_ANOTHER_STREAM, ORDER_KEY } from '../../shared/model.ts';
import { type Failure, isSignedOut } from '../../shared/outcome.ts';
import type { Clock } from '../clock.ts';
import { type LiveMessage, sentAt } from '../connection/live-message.ts';
import { createStream, type Stream } from '../connection/stream.ts';
import { NO_JSON } from '../http/answer.ts';
import type { HttpClient, HttpResult } from '../http/http-client.ts';
import type { ServerTime } from '../server-time.ts';
import { adoptTail, merge, share } from './merge.ts';
import { createNewRows, type NewRows } from './new-rows.ts';
import { blankEntry, type ReadRef, type ReadStore, readKey } from './read-store.ts';
import {
  changesPermissions,
  FORBIDDEN,
  isForbidden,
  refusalOf,
  SESSION,
  SESSION_KEY,
} from './refusal.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

interface LiveReadsDeps {
  readonly store: ReadStore;
  readonly clock: Clock;
  readonly http: HttpClient;
  readonly serverTime: ServerTime;
  /** Rows that waited to be joined are in the store. */
  readonly onRows: () => void;
  /** Ends all reading. */
  readonly signal: AbortSignal;
  /** The server said 401 to a read of the specification. */
  readonly onSignedOut: () => void;
  /** The server answered a read that needs a session. */
  readonly onSignedIn: () => void;
}

/** One at a time for each read: live messages that come meanwhile are kept for it. */
interface InFlight {
  readonly done: Promise<void>;
  readonly changes: Change[];
  /** Whoever asks meanwhile gets the answer after this one. */
  next?: Promise<void>;
}

/**
 * Reads and live messages over one store. A read and live messages about it overlap: messages that come while
 * an answer is on its way are kept and put on top of it. It knows no socket.
 */
export class LiveReads {
  readonly subscriptions: Subscriptions;
  readonly #deps: LiveReadsDeps;
  readonly #store: ReadStore;
  readonly #stream: Stream;
  readonly #rows: NewRows;
  readonly #inFlight = new Map<string, InFlight>();
  #openedBefore = false;
  /** Server time at which the stream was last known to be whole. */
  #wholeAt = 0;

  constructor(deps: LiveReadsDeps) {
    const { store, clock, signal } = deps;
    this.#deps = deps;
    this.#store = store;
    this.#rows = createNewRows(clock, signal, {
      apply: (change) => this.#applyChange(change),
      onApplied: deps.onRows,
    });
    const streamEvents = {
      apply: (change: Change) => this.#receiveChange(change),
      replay: (since: number) => this.#replay(since),
      onGap: () => this.#streamEnded(this.#wholeAt),
      onWhole: () => this.#streamWhole(),
      onRenumbered: (shared: number) =>
        store.revise((entry) =>
          entry.seq > 0 && entry.seq <= shared ? entry : { ...entry, seq: OF_ANOTHER_STREAM },
        ),
      known: () => this.#knownNumbers(),
    };
    this.#stream = createStream(streamEvents, store);
    this.subscriptions = createSubscriptions({
      clock,
      store,
      read: (read) => this.read(read),
      readOnce: (read) => this.readOnce(read),
      isGoodEnough: (entry) => this.#isGoodEnough(entry),
    });
  }

  /** Reads now; while the same read is on its way, waits for it and reads once more. Never rejects. */
  read(read: ReadRef): Promise<void> {
    const inFlight = this.#inFlight.get(readKey(read));
    if (inFlight === undefined) return this.#start(read);
    inFlight.next ??= inFlight.done.then(() =>
      this.#deps.signal.aborted ? undefined : this.readOnce(read),
    );
    return inFlight.next;
  }

  /** As `read`, but an answer that is on its way is good enough. */
  readOnce(read: ReadRef): Promise<void> {
    return this.#inFlight.get(readKey(read))?.done ?? this.#start(read);
  }

  /** A connection is open, for the first time or again. */
  connectionOpened(): void {
    // A server that announces no stream cannot say what was missed since the last connection.
    const mayHaveMissed = this.#openedBefore && !this.#stream.announced();
    // The server closes the connections of an account whose role it changes.
    const session = this.#openedBefore ? this.#store.get(SESSION_KEY) : undefined;
    this.#openedBefore = true;
    this.subscriptions.refresh(
      (entry) =>
        mayRecover(entry) ||
        (mayHaveMissed && entry?.everyMs === null) ||
        (entry !== undefined && entry === session),
    );
  }

  receive(message: LiveMessage): void {
    if (message.kind === 'hello') {
      const { seq, streamId } = message.hello;
      this.#stream.hello(seq, streamId);
    }
    if (message.kind === 'beat') this.#beat(message.beat.seq);
    if (message.kind === 'change') this.#stream.change(message.change);
    if (message.kind === 'order') this.#store.set(orderEntry(message.order));
    const now = this.#deps.serverTime.now();
    if (this.#stream.whole())
      this.#wholeAt = Math.max(this.#wholeAt, Math.min(sentAt(message) ?? now, now));
  }

  /** Rows that were received wait to be joined. */
  hasRowsToCome = (): boolean => this.#rows.areWaiting();

  /** @param lastMessageAt server time of the connection's last sign of life; data was true until then */
  connectionLost(lastMessageAt: number): void {
    this.#rows.flush();
    this.#stream.lost();
    markStale(this.#store, Math.min(lastMessageAt, this.#wholeAt), this.#stream.seen());
  }

  /** Reads again what a successful call refreshes. @param params of its path, which what it refreshes may need too */
  callSucceeded(name: CallName, params: PathParams = {}): void {
    for (const refreshed of CALLS[name].refreshes) {
      const read = { name: refreshed, params } as ReadRef;
      const key = readKey(read);
      if (this.subscriptions.has(key) || this.#store.get(key) !== undefined) void this.read(read);
    }
  }

  #start(read: ReadRef): Promise<void> {
    const key = readKey(read);
    const changes: Change[] = [];
    const done = this.#fetchRead(read, changes).finally(() => this.#inFlight.delete(key));
    this.#inFlight.set(key, { done, changes });
    return done;
  }

  async #fetchRead(read: ReadRef, changes: Change[]): Promise<void> {
    const { http, signal } = this.#deps;
    const seenBefore = this.#stream.seen();
    const refusal = refusalOf(read, this.#store.get(SESSION_KEY));
    const result = refusal
      ? { outcome: refusal, at: this.#deps.serverTime.now() }
      : await http.request(read.name, { params: read.params }, signal);
    if (signal.aborted) return;
    if (!refusal && !result.outcome.ok && result.outcome.status === FORBIDDEN) this.#askSession();
    this.#applyResponse(read, result, this.#numberOf(result) ?? seenBefore ?? 0, changes);
    const entry = this.#store.get(readKey(read));
    const isMissing = entry?.everyMs === null && !entry.failure && !entry.isStreamed;
    if (this.#stream.whole() && isMissing) this.#complete(entry, seenBefore);
  }

  #numberOf({ seq, streamId }: HttpResult): number | undefined {
    if (!this.#stream.announced()) this.#store.streamId ??= streamId;
    return streamId === undefined || streamId === this.#store.streamId ? seq : OF_ANOTHER_STREAM;
  }

  /**
   * Asked before the stream began, or began anew: messages in between may be missing. A server whose answers lag behind
   * its own stream is not asked without end.
   *
   * @param seenBefore number of the last live message when it was asked
   */
  #complete(entry: Entry, seenBefore: number | undefined): void {
    const isReached = seenBefore === undefined && this.#stream.reachBack(entry.seq);
    if (!isReached && entry.seq >= (seenBefore ?? 0)) this.#readAgain(entry);
  }

  #applyResponse(
    read: ReadRef,
    { outcome, at }: HttpResult,
    seq: number,
    changes: readonly Change[],
  ): void {
    this.#rows.flush();
    const old = this.#store.get(readKey(read)) ?? blankEntry(read);
    if (!outcome.ok) {
      this.#store.set({ ...old, failure: failureOf(read, outcome) });
      if (isSignedOut(outcome) && !isExtra(read.name)) this.#deps.onSignedOut();
      return;
    }
    if (CALLS[read.name].access !== 'public') this.#deps.onSignedIn();
    const { data } = outcome;
    const whole = read.name === 'activity' ? adoptTail(old.data, data) : data;
    const answered: Entry = {
      ...old,
      data: share(old.data, whole),
      at,
      seq,
      from: 'server',
      failure: undefined,
      isStreamed: this.#stream.holds(seq),
    };
    const onTop = (entry: Entry, change: Change) =>
      (this.#fits(entry, change) && this.#merged(entry, change)) || entry;
    this.#store.set(changes.reduce(onTop, answered));
    if (read.name === SESSION.name && changesPermissions(old.data, data))
      this.subscriptions.refresh(isForbidden);
  }

  /** The role may have become another. */
  #askSession(): void {
    if (this.subscriptions.has(SESSION_KEY)) void this.readOnce(SESSION);
  }

  #receiveChange(change: Change): void {
    this.#inFlight.get(keyText(change.key))?.changes.push(change);
    this.#rows.add(change);
  }

  #applyChange(change: Change): void {
    const entry = this.#store.get(keyText(change.key));
    if (entry === undefined || !this.#fits(entry, change)) return;
    const next = this.#merged(entry, change);
    this.#store.set(next ?? { ...entry, isStreamed: false });
    if (next === undefined) this.#readAgain(entry);
  }

  /** A list that the stream has not kept whole would get a hole; only a whole answer may follow. */
  #fits(entry: Entry, change: Change): boolean {
    return change.op === 'replace' || (entry.from !== 'disk' && this.#stream.continues(entry.seq));
  }

  /** @returns undefined when the message does not fit the data */
  #merged(entry: Entry, change: Change): Entry | undefined {
    const name = readOfKey(change.key);
    if (name === undefined || change.seq <= entry.seq) return entry;
    const data = merge(entry.data, change, (answer) => CALLS[name].answer.safeParse(answer).data);
    if (data === undefined) return undefined;
    const failure = change.op === 'replace' ? undefined : entry.failure;
    const { at, seq } = change;
    return { ...entry, data, at, seq, from: 'live', failure, isStreamed: this.#stream.holds(seq) };
  }

  #readAgain({ key }: Entry): void {
    this.subscriptions.refresh((entry) => entry?.key === key);
  }

  async #replay(since: number): Promise<Missed | undefined> {
    const { http, signal } = this.#deps;
    const query = { since, stream: this.#store.streamId };
    const { outcome } = await http.request('live', { query }, signal);
    return outcome.ok ? (outcome.data as Missed) : undefined;
  }

  #beat(seq: number): void {
    this.#stream.beat(seq);
    if (this.#stream.whole()) this.#refreshUnasked(isBehind);
  }

  #streamEnded(at: number): void {
    this.#rows.flush();
    markStale(this.#store, at, this.#stream.seen());
  }

  #streamWhole(): void {
    this.#rows.flush();
    this.#store.revise((entry) => {
      const isStreamed = entry.from !== 'disk' && this.#stream.holds(entry.seq);
      return isStreamed === entry.isStreamed ? entry : { ...entry, isStreamed };
    });
    this.#refreshUnasked((entry) => entry.everyMs === null && !entry.isStreamed);
  }

  /** An answer that is on its way is judged when it comes. */
  #refreshUnasked(wanted: (entry: Entry) => boolean): void {
    this.subscriptions.refresh(
      (entry) => entry !== undefined && !this.#inFlight.has(keyText(entry.key)) && wanted(entry),
    );
  }

  #knownNumbers() {
    this.#rows.flush();
    const entries = this.#store.all();
    const streamed = entries.filter(
      ({ from, seq, everyMs }) => from !== 'disk' && seq > 0 && everyMs === null,
    );
    const seqs = streamed.map(({ seq }) => seq);
    return {
      least: seqs.length > 0 ? Math.min(...seqs) : undefined,
      most: Math.max(0, ...entries.map(({ seq }) => seq)),
    };
  }

  /** What a mounted screen is shown without asking the server again. */
  #isGoodEnough({ from, failure, at, everyMs, isStreamed }: Entry): boolean {
    if (from === 'disk' || failure !== undefined || at === undefined) return false;
    if (everyMs !== null) return this.#deps.serverTime.now() - at < everyMs;
    return isStreamed || !this.#stream.announced();
  }
}

const isExtra = (name: ReadName) => CALLS[name].from === 'extra';

/** Any server may lack a call outside the specification, and say so by a 401 or a page of its own. */
function failureOf({ name }: ReadRef, failure: Failure): Failure {
  const isAbsent = failure.status === 401 || isPage(failure);
  if (!isExtra(name) || !isAbsent) return failure;
  return { ok: false, status: 404, text: 'This server does not have it', why: 'refused' };
}

const isPage = ({ why, text }: Failure) => why === 'foreign' && text === NO_JSON;

/**
 * What failed for want of a network or a session may succeed on a new connection. Other answers of the
 * specification's reads are final until somebody asks again; it knows no retries.
 */
function mayRecover(entry: Entry | undefined): boolean {
  if (entry?.failure === undefined) return false;
  const name = readOfKey(entry.key);
  const { status } = entry.failure;
  return status === 0 || status === 401 || (name !== undefined && isExtra(name));
}

/** No read has its key, so that nothing reads it again. */
function orderEntry(order: Order): Entry {
  const rest = { failure: undefined, everyMs: null, isStreamed: false, seq: 0 };
  return { key: ORDER_KEY, data: order, at: order.at, from: 'live', ...rest };
}

/**
 * The stream has ended. What it kept current was true until then, and holds every message until then.
 *
 * @param lastMessageAt server time, epoch milliseconds
 * @param seen number of the last message
 */
export function markStale(store: ReadStore, lastMessageAt: number, seen: number | undefined): void {
  store.revise((entry) => {
    if (!entry.isStreamed) return entry;
    const at = Math.max(entry.at ?? lastMessageAt, lastMessageAt);
    return { ...entry, isStreamed: false, at, seq: Math.max(entry.seq, seen ?? 0) };
  });
}

/** The stream cannot keep it whole, and reading it again may: its last try met no answer. */
function isBehind({ everyMs, isStreamed, failure }: Entry): boolean {
  return everyMs === null && !isStreamed && (failure === undefined || failure.status === 0);
}
