import { CALLS } from '../../contract/calls.ts';
import { type CallName, keyOf } from '../../contract/paths.ts';
import type { Entry, LinkState, PageFacts, StorageState } from './api.ts';
import { type DiskDoors, openDisk } from './disk.ts';
import type { Http } from './http.ts';
import type { Lead } from './leader.ts';
import { createLine, type Line } from './line.ts';
import { createLiveReads, type LiveReads } from './live-reads.ts';
import type { ReadWish } from './reader.ts';
import type { ServerTime } from './server-time.ts';
import type { SocketDoors } from './socket.ts';
import { type StoreListener, textOf } from './store.ts';

/** One account's data while it is open: disk, reads and line, and when each of them may work. */
export interface AccountData {
  readonly account: string;
  /** What the disk remembered is in the store. Never rejects. */
  readonly loaded: Promise<void>;
  watch(watcher: string, wish: ReadWish): void;
  unwatch(watcher: string, wish: ReadWish): void;
  refresh(wish: ReadWish): Promise<void>;
  /** A call has succeeded: what it refreshes is read again. */
  succeeded(name: CallName): void;
  /** The server said 401. */
  signedOut(): void;
  follow(facts: PageFacts): void;
  /** Somebody signed in, or wants to know now. */
  knock(): void;
  entries(): readonly Entry[];
  link(): LinkState;
  storage(): StorageState;
  close(forget: boolean): Promise<void>;
}

export interface AccountDoors extends DiskDoors, SocketDoors {
  readonly random: () => number;
  readonly lead: Lead;
}

export interface AccountParts {
  readonly http: Http;
  readonly serverTime: ServerTime;
  readonly told: StoreListener & { readonly facts: () => void };
}

export function openAccountData(
  doors: AccountDoors,
  { http, serverTime, told }: AccountParts,
  account: string,
): AccountData {
  const over = new AbortController();
  const { signal } = over;
  let storage: StorageState = 'disk';
  let page: PageFacts = { visible: true, online: true };
  let leading = false;

  const disk = openDisk(doors, account, (state) => {
    storage = state;
    told.facts();
  });
  const line: Line = createLine(
    { ...doors, serverTime, isSignedOut },
    {
      changed: activate,
      opened: () => live.opened(),
      heard: (message) => live.heard(message),
      lost: (heardAt) => live.lost(heardAt),
    },
  );
  const live: LiveReads = createLiveReads({
    clock: doors.clock,
    http,
    serverTime,
    signal,
    signedOut: line.refuse,
  });
  const { store, reader, reads } = live;

  async function isSignedOut(): Promise<boolean> {
    const { outcome } = await http.request('session', {}, signal);
    return outcome.ok && outcome.data === null;
  }

  function activate(): void {
    const isRefused = line.state().state === 'refused';
    reads.activate(leading && page.visible && !isRefused);
    // Another tab may have signed out and erased the disk: it must not be written again.
    disk.pause(isRefused);
    told.facts();
  }

  const stopTelling = store.subscribe({
    changed(entry) {
      disk.save(entry);
      told.changed(entry);
    },
    dropped(entry) {
      disk.forget(entry);
      told.dropped(entry);
    },
  });
  const loaded = disk.load().then((entries) => {
    for (const entry of signal.aborted ? [] : entries)
      if (store.get(textOf(entry.key)) === undefined) store.set(entry);
  });
  doors.lead(account, signal, (leadingSignal) => {
    leading = true;
    void line.run(leadingSignal).then(() => {
      leading = false;
      activate();
    });
    activate();
  });

  return {
    account,
    loaded,
    watch: reads.watch,
    unwatch: reads.unwatch,
    refresh: reader.read,
    succeeded(name) {
      for (const refreshed of CALLS[name].refreshes) {
        const text = textOf(keyOf(refreshed));
        const wish = { name: refreshed, params: {} } as ReadWish;
        if (reads.has(text) || store.get(text) !== undefined) void reader.read(wish);
      }
    },
    signedOut: line.refuse,
    follow(facts) {
      const isBack = (facts.visible && !page.visible) || (facts.online && !page.online);
      page = facts;
      line.browserOnline(facts.online);
      if (isBack) line.knock();
      activate();
    },
    knock: line.knock,
    entries: store.all,
    link: line.state,
    storage: () => storage,
    async close(forget) {
      stopTelling();
      over.abort();
      reads.stop();
      await (forget ? disk.erase() : disk.close());
    },
  };
}
