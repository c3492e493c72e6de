import { keyText } from '../../contract/paths.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import type { Entry, PageState, StorageState } from '../shared/model.ts';
import type { SocketDeps } from './connection/socket.ts';
import type { Counters } from './counters.ts';
import type { HttpClient } from './http/http-client.ts';
import { type LastKnown, type LastKnownDeps, openLastKnown } from './last-known.ts';
import type { OpenOutbox } from './outbox/outbox.ts';
import {
  createReadStore,
  type ReadRef,
  type ReadStore,
  type StoreListener,
} from './reads/read-store.ts';
import type { ServerTime } from './server-time.ts';
import { follow } from './tabs/following.ts';
import type { CreateLeadership } from './tabs/leadership.ts';
import { Leading } from './tabs/leading.ts';
import type { Source } from './tabs/source.ts';
import type { OpenChannel } from './tabs/tab-channel.ts';

/** One account's data while it is open: what is known, where it comes from, and what the disk keeps of it. */
export interface Account {
  readonly name: string;
  /** What the disk remembered is in the store. Never rejects. */
  readonly loaded: Promise<void>;
  /** Aborted as it begins to close. */
  readonly closing: AbortSignal;
  /** Where the data comes from at the moment. */
  source(): Source;
  entries(): readonly Entry[];
  setPageState(state: PageState): void;
  /** @param forget erases what this device has of the account, unsent uploads included */
  close(forget: boolean): Promise<void>;
}

export interface AccountDeps extends LastKnownDeps, SocketDeps {
  readonly random: () => number;
  readonly createLeadership: CreateLeadership;
  readonly openChannel: OpenChannel;
  readonly openOutbox: OpenOutbox;
  /** Removes every upload of the account from the device. */
  readonly eraseOutbox: (account: string) => Promise<void>;
  /** This worker's name among those of other tabs. */
  readonly tab: string;
  /** Names the code that runs: tabs of different builds neither follow nor lead each other. */
  readonly build: string;
}

interface AccountOptions {
  readonly name: string;
  readonly http: HttpClient;
  readonly serverTime: ServerTime;
  readonly counters: Pick<Counters, 'gap'>;
  readonly pageState: PageState;
  /** What the page subscribes to, by key; it changes while the account is open. */
  readonly subscriptions: ReadonlyMap<string, ReadRef>;
  readonly listener: StoreListener & { readonly onStatus: () => void };
}

export function openAccount(deps: AccountDeps, options: AccountOptions): Account {
  const { name, listener } = options;
  const over = new AbortController();
  const store = createReadStore();
  const epochs = { last: 0 };
  const channelName = `meridian ${CONTRACT_VERSION} ${deps.build} ${name}`;
  const channel = deps.openChannel(channelName, (message) => source.receive(message));
  // Tabs of other builds have the same disk.
  const closings = deps.openChannel(`meridian closed ${name}`, (message) => {
    source.receive(message);
    // Another tab erases the disk. What this one has written meanwhile goes too: the server may serve the session yet.
    void lastKnown.erase();
    empty(store);
  });
  const leadership = deps.createLeadership(channelName);
  let { pageState } = options;
  let storage: StorageState = 'disk';
  const closing = new AbortController();
  let source: Source = beginToFollow();
  const lastKnown = openLastKnown(deps, name, (state) => {
    storage = state;
    statusChanged();
  });
  const stopSaving = store.subscribe({ onChange: lastKnown.save, onDrop: lastKnown.forget });
  const stopListening = store.subscribe(listener);
  const loaded = loadInto(store, lastKnown, over.signal);
  statusChanged();
  leadership.campaign(over.signal, beginToLead);

  function sourceDeps() {
    return { ...deps, ...options, store, channel, epochs, pageState, onChange: statusChanged };
  }

  function beginToFollow(): Source {
    return follow({ ...sourceDeps(), tab: deps.tab, steal: leadership.steal });
  }

  function beginToLead(leading: AbortSignal, stolen: boolean): void {
    if (closing.signal.aborted) return;
    epochs.last += 1;
    void source.stop();
    const next = new Leading({ ...sourceDeps(), account: name, stolen, storage: () => storage });
    source = next;
    next.start();
    leading.addEventListener('abort', loseLead);
    statusChanged();
    for (const entry of store.all()) lastKnown.save(entry);
  }

  function loseLead(): void {
    if (closing.signal.aborted) return;
    void source.stop();
    source = beginToFollow();
    statusChanged();
  }

  /** Only the leader writes, and not once the account was refused. */
  function statusChanged(): void {
    const { role, state } = source.status().connection;
    lastKnown.pause(role === 'following' || state === 'refused');
    listener.onStatus();
  }

  return {
    name,
    loaded,
    closing: closing.signal,
    source: () => source,
    entries: store.all,
    setPageState(next) {
      pageState = next;
      source.setPageState(next);
      if (!next.visible) lastKnown.flush();
    },
    async close(forget) {
      closing.abort();
      stopSaving();
      stopListening();
      const stopped = source.stop();
      if (forget) {
        closings.send({ kind: 'closed' });
        await stopped;
        // Before the lead is given up: the next leader must find nothing.
        await Promise.all([lastKnown.erase(), deps.eraseOutbox(name)]);
      }
      over.abort();
      channel.close();
      closings.close();
      await stopped;
      if (!forget) await lastKnown.close();
    },
  };
}

function empty(store: ReadStore): void {
  for (const { key } of store.all()) store.remove(keyText(key));
}

/** What came from elsewhere meanwhile is newer. */
async function loadInto(
  store: ReadStore,
  lastKnown: LastKnown,
  signal: AbortSignal,
): Promise<void> {
  const addMissing = (entries: readonly Entry[]) => {
    for (const entry of signal.aborted ? [] : entries) {
      const known = store.get(keyText(entry.key));
      // A read that has failed already is no data: what the disk remembers is shown beside its failure.
      if (known?.data === undefined) store.set({ ...entry, failure: known?.failure });
    }
  };
  addMissing(await lastKnown.load(addMissing));
}
