import { keyText } from '../../contract/paths.ts';
import type { SessionInfo } from '../../contract/shapes/account.ts';
import { isOfAnother } from '../shared/account.ts';
import {
  ACKNOWLEDGEMENTS_KEY,
  type ConnectionState,
  OUTBOX_KEY,
  type PageState,
} from '../shared/model.ts';
import {
  type Failure,
  isProxySignIn,
  isSignedOut,
  messageOf,
  PROXY_SIGN_IN,
  REDIRECTED,
} from '../shared/outcome.ts';
import type { Clock } from './clock.ts';
import { type Connection, createConnection, type ServerWord } from './connection/connection.ts';
import type { SocketDeps } from './connection/socket.ts';
import type { HttpClient } from './http/http-client.ts';
import type { OpenOutbox, Outbox } from './outbox/outbox.ts';
import type { SendEnd } from './outbox/outbox-rules.ts';
import { LiveReads } from './reads/live-reads.ts';
import type { ReadRef, ReadStore } from './reads/read-store.ts';
import { FORBIDDEN, SESSION } from './reads/refusal.ts';
import type { ServerTime } from './server-time.ts';

interface AccountDataDeps extends SocketDeps {
  readonly account: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly http: HttpClient;
  readonly serverTime: ServerTime;
  readonly store: ReadStore;
  readonly openOutbox: OpenOutbox;
  readonly pageState: PageState;
  /** The connection's state has changed. */
  readonly onChange: () => void;
  /** The outbox on the device has changed, or is being sent. */
  readonly onShared: () => void;
}

const OF_THE_DEVICE = [OUTBOX_KEY, ACKNOWLEDGEMENTS_KEY];

/** How this tab speaks to the server for an account: its connection, its reads, and its part in the outbox of all tabs. */
export class AccountData {
  /** Rejects when its code cannot be loaded. */
  readonly outbox: Promise<Outbox>;
  readonly #deps: AccountDataDeps;
  readonly #over = new AbortController();
  readonly #connection: Connection;
  readonly #reads: LiveReads;
  readonly #releases: readonly (() => void)[];
  #page: PageState;
  #wasLive = false;

  constructor(deps: AccountDataDeps) {
    const { account, store, http, serverTime } = deps;
    const { signal } = this.#over;
    this.#deps = deps;
    this.#page = deps.pageState;
    this.#connection = createConnection(
      { ...deps, askServer: (given) => askServer(http, account, given) },
      {
        onChange: () => this.#statusChanged(),
        onOpen: () => this.#reads.connectionOpened(),
        onMessage: (message) => this.#reads.receive(message),
        onLost: (lastMessageAt) => this.#reads.connectionLost(lastMessageAt),
      },
    );
    this.#reads = new LiveReads({
      ...deps,
      signal,
      onRows: deps.onChange,
      onSignedOut: this.#connection.refuse,
      onSignedIn: () => this.signedIn(),
    });
    this.#releases = OF_THE_DEVICE.map((key) => store.retain(keyText(key)));
    this.outbox = deps.openOutbox(
      { account, http, serverTime },
      {
        onChange: (outbox) => this.#showOutbox(outbox),
        onShared: deps.onShared,
        onEnd: (end) => this.#uploadEnded(end),
        onAcknowledged: () => this.#reads.callSucceeded('acknowledgeIncident'),
      },
      signal,
    );
    // Callers that need the outbox get the error.
    this.outbox.catch(() => undefined);
  }

  /** Starts speaking to the server. */
  start(reads: Iterable<ReadRef>): void {
    for (const read of reads) this.subscribe(read);
    this.#connection.setBrowserOnline(this.#page.online);
    this.#reads.subscriptions.setActive(this.#page.visible);
    void this.#connection.run(this.#over.signal);
  }

  connectionState = (): ConnectionState => this.#connection.state();

  subscribe(read: ReadRef): void {
    this.#reads.subscriptions.add(read);
  }

  unsubscribe(read: ReadRef): void {
    this.#reads.subscriptions.remove(read);
  }

  hasRowsToCome = (): boolean => this.#reads.hasRowsToCome();

  refresh = (read: ReadRef): Promise<void> => this.#reads.read(read);

  /** A call has succeeded: what it refreshes is read again. */
  callSucceeded: LiveReads['callSucceeded'] = (...call) => this.#reads.callSucceeded(...call);

  /** The server said 401, or another tab has closed the account. */
  signedOut(): void {
    this.#connection.refuse();
  }

  /** Polls go on while the server refuses: the first that is answered ends it, and so does another tab. */
  signedIn(): void {
    if (this.#connection.state().state === 'refused') this.reconnectNow();
  }

  /** Somebody wants to know now. */
  reconnectNow(): void {
    this.#connection.reconnectNow();
    this.#withOutbox((outbox) => outbox.reconnectNow());
  }

  setPageState(next: PageState): void {
    if (isComeback(this.#page, next)) this.reconnectNow();
    this.#page = next;
    this.#connection.setBrowserOnline(next.online);
    this.#reads.subscriptions.setActive(next.visible && !this.#over.signal.aborted);
    this.#deps.onChange();
  }

  /** Another tab has changed the outbox, or is sending it. */
  outboxChanged(): void {
    this.#withOutbox((outbox) => void outbox.reload());
  }

  /** The account was closed for good. */
  forgetOutbox(): void {
    this.#withOutbox((outbox) => outbox.forgetAll());
  }

  /** Resolves when nothing is written any more. */
  async stop(): Promise<void> {
    this.#over.abort();
    this.#reads.subscriptions.stop();
    this.#reads.connectionLost(this.#connection.lastMessageAt());
    for (const release of this.#releases) release();
    await this.outbox.then(
      (outbox) => outbox.close(),
      () => undefined,
    );
  }

  #withOutbox(work: (outbox: Outbox) => void): void {
    this.outbox.then(work, () => undefined);
  }

  #statusChanged(): void {
    const isLive = this.#connection.state().state === 'live';
    if (isLive && !this.#wasLive) this.#withOutbox((outbox) => outbox.reconnectNow());
    this.#wasLive = isLive;
    this.#deps.onChange();
  }

  #showOutbox(outbox: Outbox): void {
    const { store, serverTime } = this.#deps;
    if (this.#over.signal.aborted) return;
    const rest = { seq: 0, failure: undefined, everyMs: null, isStreamed: false };
    const entry = { at: serverTime.now(), from: 'server', ...rest } as const;
    store.set({ key: OUTBOX_KEY, data: outbox.items(), ...entry });
    store.set({ key: ACKNOWLEDGEMENTS_KEY, data: outbox.acknowledgements(), ...entry });
  }

  /** What an upload's end says of the rest. */
  #uploadEnded(end: SendEnd): void {
    if (end.end === 'done') this.#reads.callSucceeded('upload');
    else if ('failure' in end && isSignedOut(end.failure)) this.#connection.refuse();
    else if ('failure' in end && end.failure.status === FORBIDDEN) void this.#reads.read(SESSION);
  }
}

/** The page is visible again, or the browser says that there is a network again: reconnect now. */
function isComeback(last: PageState, next: PageState): boolean {
  return (next.visible && !last.visible) || (next.online && !last.online);
}

/** @returns why the server, or what is in front of it, serves nobody, where it has said so */
function reasonOf(failure: Failure): string | undefined {
  if (failure.text === REDIRECTED || isProxySignIn(failure)) return PROXY_SIGN_IN;
  return failure.status === 503 ? messageOf(failure) : undefined;
}

/** Signed out is also who has to set up a second factor first, and gets no data before, and whom somebody else has replaced. */
async function askServer(
  http: HttpClient,
  account: string,
  signal: AbortSignal,
): Promise<ServerWord> {
  const { outcome } = await http.request('session', {}, signal);
  if (!outcome.ok) return { signedOut: false, reason: reasonOf(outcome) };
  const session = outcome.data as SessionInfo | null;
  if (session === null || session.mustEnrol) return { signedOut: true };
  return { signedOut: isOfAnother(account, session.user.username) };
}
