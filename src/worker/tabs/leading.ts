import { keyText } from '../../../contract/paths.ts';
import type { SessionInfo } from '../../../contract/shapes/account.ts';
import { isOfAnother } from '../../shared/account.ts';
import {
  ACKNOWLEDGEMENTS_KEY,
  OUTBOX_KEY,
  type PageState,
  type StorageState,
  type WorkerStatus,
} from '../../shared/model.ts';
import { messageOf, userMessageOf } from '../../shared/outcome.ts';
import { type Connection, createConnection, type ServerWord } from '../connection/connection.ts';
import type { SocketDeps } from '../connection/socket.ts';
import type { Counters } from '../counters.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { OpenOutbox, Outbox } from '../outbox/outbox.ts';
import type { SendEnd } from '../outbox/outbox-rules.ts';
import { LiveReads } from '../reads/live-reads.ts';
import type { ReadRef } from '../reads/read-store.ts';
import { FORBIDDEN, SESSION } from '../reads/refusal.ts';
import { type Followers, serveFollowers } from './followers.ts';
import { isComeback, type Source, type SourceDeps } from './source.ts';
import type { CommandResult, TabCommand, TabMessage } from './tab-channel.ts';

interface LeadingDeps extends SourceDeps, SocketDeps {
  readonly account: string;
  readonly http: HttpClient;
  readonly counters: Pick<Counters, 'gap'>;
  readonly storage: () => StorageState;
  readonly openOutbox: OpenOutbox;
  /** The lead was taken from a worker that may still run. */
  readonly stolen: boolean;
}

const OF_THE_DEVICE = [OUTBOX_KEY, ACKNOWLEDGEMENTS_KEY];

/** The page of this tab, among the subscribers. */
const PAGE = 'page';

/** This tab speaks to the server, for itself and for every other tab of the account. */
export class Leading implements Source {
  readonly #deps: LeadingDeps;
  readonly #over = new AbortController();
  readonly #connection: Connection;
  readonly #reads: LiveReads;
  readonly #followers: Followers;
  readonly #outbox: Promise<Outbox>;
  readonly #undo: readonly (() => void)[];
  #page: PageState;
  #wasLive = false;

  constructor(deps: LeadingDeps) {
    const { store, clock, channel, http } = deps;
    const { signal } = this.#over;
    this.#deps = deps;
    this.#page = deps.pageState;
    this.#connection = createConnection(
      { ...deps, askServer: (given) => askServer(http, deps.account, given) },
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
      onSignedOut: this.#connection.refuse,
      onSignedIn: () => this.#signedIn(),
    });
    const { subscriptions } = this.#reads;
    this.#followers = serveFollowers(
      {
        clock,
        signal,
        send: channel.send,
        epoch: deps.epochs.last,
        entries: store.all,
        status: () => this.status(),
        seen: () => this.#reads.seen(),
      },
      {
        subscribe: subscriptions.add,
        unsubscribe: subscriptions.remove,
        onVisibility: () => this.#activate(),
      },
    );
    this.#undo = [
      store.subscribe(this.#followers),
      ...OF_THE_DEVICE.map((key) => store.retain(keyText(key))),
    ];
    this.#outbox = this.#openOutbox();
  }

  /** Starts speaking to the server. */
  start(): void {
    this.#connection.setBrowserOnline(this.#page.online);
    for (const read of this.#deps.subscriptions.values()) this.subscribe(read);
    this.#activate();
    void this.#connection.run(this.#over.signal);
  }

  subscribe(read: ReadRef): void {
    this.#reads.subscriptions.add(PAGE, read);
  }

  unsubscribe(read: ReadRef): void {
    this.#reads.subscriptions.remove(PAGE, read);
  }

  async handleCommand(command: TabCommand): Promise<CommandResult> {
    try {
      return { result: await this.#carryOut(command) };
    } catch (error) {
      return { error: userMessageOf(error) };
    }
  }

  setPageState(next: PageState): void {
    if (isComeback(this.#page, next)) this.#reconnectNow();
    this.#page = next;
    this.#connection.setBrowserOnline(next.online);
    this.#statusChanged();
  }

  receive(message: TabMessage): void {
    if (message.kind === 'tab') this.#followers.reported(message.tab, message, message.needsAll);
    if (message.kind === 'gone') this.#followers.gone(message.tab);
    if (message.kind === 'beat' || message.kind === 'delta')
      this.#followers.advanceEpoch(message.epoch);
    if (message.kind === 'command') void this.#answerCommand(message);
    if (message.kind === 'closed') {
      this.#connection.refuse();
      this.#withOutbox((outbox) => outbox.forgetAll());
    }
  }

  status(): WorkerStatus {
    return {
      connection: this.#connection.state(),
      skewMs: this.#deps.serverTime.skewMs(),
      storage: this.#deps.storage(),
    };
  }

  async stop(): Promise<void> {
    this.#over.abort();
    this.#reads.subscriptions.stop();
    this.#reads.connectionLost(this.#connection.lastMessageAt());
    for (const undo of this.#undo) undo();
    this.#followers.stop();
    await this.#outbox.then(
      (outbox) => outbox.close(),
      () => undefined,
    );
  }

  async #carryOut(command: TabCommand): Promise<string | undefined> {
    switch (command.what) {
      case 'refresh':
        await this.#reads.read(command.read);
        break;
      case 'callSucceeded':
        this.#reads.callSucceeded(command.name);
        break;
      case 'signedOut':
        this.#connection.refuse();
        break;
      case 'reconnectNow':
        this.#reconnectNow();
        break;
      case 'enqueue':
        return (await this.#outbox).enqueue(command.record, command.file);
      case 'acknowledge':
        return (await this.#outbox).acknowledge(command.pending);
      default:
        (await this.#outbox)[command.what](command.id);
        return command.id;
    }
    return undefined;
  }

  async #answerCommand({
    tab,
    id,
    command,
  }: Extract<TabMessage, { kind: 'command' }>): Promise<void> {
    const result = await this.handleCommand(command);
    if (!this.#over.signal.aborted) this.#deps.channel.send({ kind: 'done', tab, id, ...result });
  }

  #reconnectNow(): void {
    this.#connection.reconnectNow();
    this.#withOutbox((outbox) => outbox.reconnectNow());
  }

  #activate(): void {
    const visible = this.#page.visible || this.#followers.visible();
    this.#reads.subscriptions.setActive(!this.#over.signal.aborted && visible);
  }

  /** Polls go on while the server refuses: the first that is answered ends it. */
  #signedIn(): void {
    if (this.#connection.state().state === 'refused') this.#reconnectNow();
  }

  #statusChanged(): void {
    this.#activate();
    this.#followers.statusChanged();
    const isLive = this.#connection.state().state === 'live';
    if (isLive && !this.#wasLive) this.#withOutbox((outbox) => outbox.reconnectNow());
    this.#wasLive = isLive;
    this.#deps.onChange();
  }

  #openOutbox(): Promise<Outbox> {
    const { account, http, serverTime, stolen, openOutbox } = this.#deps;
    const events = {
      onChange: (outbox: Outbox) => this.#showOutbox(outbox),
      onEnd: (end: SendEnd) => this.#uploadEnded(end),
      onAcknowledged: () => this.#reads.callSucceeded('acknowledgeIncident'),
    };
    const opening = openOutbox({ account, http, serverTime, stolen }, events, this.#over.signal);
    // Callers that need the outbox get the error.
    opening.catch(() => undefined);
    return opening;
  }

  #withOutbox(work: (outbox: Outbox) => void): void {
    this.#outbox.then(work, () => undefined);
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
    else if ('failure' in end && end.failure.status === 401) this.#connection.refuse();
    else if ('failure' in end && end.failure.status === FORBIDDEN) void this.#reads.read(SESSION);
  }
}

/** Signed out is also who has to set up a second factor first, and gets no data before, and whom somebody else has replaced. */
async function askServer(
  http: HttpClient,
  account: string,
  signal: AbortSignal,
): Promise<ServerWord> {
  const { outcome } = await http.request('session', {}, signal);
  if (!outcome.ok)
    return { signedOut: false, reason: outcome.status === 503 ? messageOf(outcome) : undefined };
  const session = outcome.data as SessionInfo | null;
  if (session === null || session.mustEnrol) return { signedOut: true };
  return { signedOut: isOfAnother(account, session.user.username) };
}
