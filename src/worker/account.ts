import { keyText } from '../../contract/paths.ts';
import type { Entry, PageState, StorageState, WorkerStatus } from '../shared/model.ts';
import { AccountData } from './account-data.ts';
import type { SocketDeps } from './connection/socket.ts';
import type { HttpClient } from './http/http-client.ts';
import { type LastKnown, type LastKnownDeps, openLastKnown } from './last-known.ts';
import { type OpenChannel, openOtherTabs } from './other-tabs.ts';
import type { OpenOutbox } from './outbox/outbox.ts';
import {
  createReadStore,
  type ReadRef,
  type ReadStore,
  type StoreListener,
} from './reads/read-store.ts';
import type { ServerTime } from './server-time.ts';

/** One account's data while it is open: what is known, where it comes from, and what the disk keeps of it. */
export interface Account {
  readonly name: string;
  /** What the disk remembered is in the store. Never rejects. */
  readonly loaded: Promise<void>;
  /** Aborted as it begins to close. */
  readonly closing: AbortSignal;
  /** Where its data comes from, and what is sent for it. */
  readonly data: AccountData;
  entries(): readonly Entry[];
  status(): WorkerStatus;
  setPageState(state: PageState): void;
  /** Somebody has signed in again. */
  reopen(): void;
  /** @param forget erases what this device has of the account, unsent uploads included */
  close(forget: boolean): Promise<void>;
}

export interface AccountDeps extends LastKnownDeps, SocketDeps {
  readonly random: () => number;
  readonly openChannel: OpenChannel;
  readonly openOutbox: OpenOutbox;
  /** Removes every upload of the account from the device. */
  readonly eraseOutbox: (account: string) => Promise<void>;
}

interface AccountOptions {
  readonly name: string;
  readonly http: HttpClient;
  readonly serverTime: ServerTime;
  readonly pageState: PageState;
  /** What the page subscribes to, by key. */
  readonly subscriptions: ReadonlyMap<string, ReadRef>;
  readonly listener: StoreListener & { readonly onStatus: () => void };
}

export function openAccount(deps: AccountDeps, options: AccountOptions): Account {
  const { name, serverTime, listener, subscriptions } = options;
  const closing = new AbortController();
  const store = createReadStore();
  let storage: StorageState = 'disk';
  const tabs = openOtherTabs(deps.openChannel, name, {
    onClosed: closedElsewhere,
    onOpened: () => data.signedIn(),
    onOutbox: () => data.outboxChanged(),
  });
  const lastKnown = openLastKnown(deps, name, serverTime, (state) => {
    storage = state;
    statusChanged();
  });
  const stopSaving = store.subscribe({ onChange: lastKnown.save, onDrop: lastKnown.forget });
  const stopListening = store.subscribe(listener);
  const loaded = loadInto(store, lastKnown, closing.signal);
  const data: AccountData = new AccountData({
    ...deps,
    ...options,
    account: name,
    store,
    onChange: statusChanged,
    onShared: tabs.sayOutbox,
  });
  data.start(subscriptions.values());
  tabs.sayOpened();

  /** Another tab erases the disk. What this one has written meanwhile goes too: the server may serve the session yet. */
  function closedElsewhere(): void {
    data.signedOut();
    data.forgetOutbox();
    void lastKnown.erase();
    for (const { key } of store.all()) store.remove(keyText(key));
  }

  /** Nothing is written once the account was refused. */
  function statusChanged(): void {
    lastKnown.pause(data.connectionState().state === 'refused');
    listener.onStatus();
  }

  return {
    name,
    loaded,
    closing: closing.signal,
    data,
    entries: store.all,
    status: () => ({
      connection: data.connectionState(),
      skewMs: serverTime.skewMs(),
      storage,
    }),
    setPageState(next) {
      data.setPageState(next);
      if (!next.visible) lastKnown.flush();
    },
    reopen() {
      data.reconnectNow();
      tabs.sayOpened();
    },
    async close(forget) {
      closing.abort();
      stopSaving();
      stopListening();
      const stopped = data.stop();
      if (forget) {
        tabs.sayClosed();
        await stopped;
        await Promise.all([lastKnown.erase(), deps.eraseOutbox(name)]);
      }
      tabs.close();
      await stopped;
      if (!forget) await lastKnown.close();
    },
  };
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
