import type { CallName } from '../../contract/paths.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import type { Entry, LinkState, PageFacts, StorageState } from './api.ts';
import type { Http } from './calls/http.ts';
import { type Disk, type DiskDoors, openDisk } from './disk/disk.ts';
import type { Tally } from './figures.ts';
import { follow } from './following.ts';
import { type LeadingDoors, lead } from './leading.ts';
import { createStore, type Store, type StoreListener, textOf } from './reads/store.ts';
import { type ReadWish, wishText } from './reads/wish.ts';
import type { ServerTime } from './server-time.ts';
import type { Source, SourceParts } from './source.ts';
import type { Lead } from './tabs/leader.ts';
import type { OpenChannel, TabMessage } from './tabs/tab-channel.ts';

/** One account's data while it is open: what is known, where it comes from, and what the disk keeps of it. */
export interface AccountData {
  readonly account: string;
  /** What the disk remembered is in the store. Never rejects. */
  readonly loaded: Promise<void>;
  watch(wish: ReadWish): void;
  unwatch(wish: ReadWish): void;
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

export interface AccountDoors extends DiskDoors, LeadingDoors {
  readonly lead: Lead;
  readonly openChannel: OpenChannel;
  /** This worker's name among those of other tabs. */
  readonly tab: string;
  /** Names the code that runs: tabs of different builds neither hear nor lead each other. */
  readonly build: string;
}

export interface AccountParts {
  readonly http: Http;
  readonly serverTime: ServerTime;
  readonly tally: Pick<Tally, 'gap'>;
  readonly facts: PageFacts;
  readonly wishes: ReadonlyMap<string, ReadWish>;
  readonly told: StoreListener & { readonly facts: () => void };
}

export function openAccountData(
  doors: AccountDoors,
  { http, serverTime, tally, told, ...parts }: AccountParts,
  account: string,
): AccountData {
  const { clock, tab, random } = doors;
  const over = new AbortController();
  const wishes = new Map(parts.wishes);
  const name = `meridian ${CONTRACT_VERSION} ${doors.build} ${account}`;
  let facts = parts.facts;
  let storage: StorageState = 'disk';
  const terms = { last: 0 };

  const disk = openDisk(doors, account, (state) => {
    storage = state;
    changed();
  });
  const channel = doors.openChannel(name, heard);
  const store = createStore((text) => source.needs(text));
  let source: Source = beginToFollow();

  function shared(): SourceParts {
    return { clock, store, serverTime, wishes, facts, channel, terms, changed };
  }

  function beginToFollow(): Source {
    return follow({ ...shared(), tab, random, seize: () => standing.seize() });
  }

  function beginToLead(leading: AbortSignal): void {
    terms.last += 1;
    source.stop();
    source = lead(doors, { ...shared(), http, tally, storage: () => storage });
    leading.addEventListener('abort', loseLead);
    changed();
    for (const entry of store.all()) disk.save(entry);
  }

  function loseLead(): void {
    if (over.signal.aborted) return;
    source.stop();
    source = beginToFollow();
    changed();
  }

  function heard(message: TabMessage): void {
    if (message.kind === 'ended') source.signedOut();
    else source.heard(message);
  }

  /** Only the leader writes, and not once the account was refused: another tab may have erased the disk. */
  function changed(): void {
    const { role, state } = source.link();
    disk.pause(role === 'following' || state === 'refused');
    told.facts();
  }

  const stopSaving = store.subscribe({ changed: disk.save, dropped: disk.forget });
  const stopTelling = store.subscribe(told);
  const loaded = loadInto(store, disk, over.signal);
  const standing = doors.lead(name, over.signal, beginToLead);

  return {
    account,
    loaded,
    watch(wish) {
      wishes.set(wishText(wish), wish);
      source.watch(wish);
    },
    unwatch(wish) {
      wishes.delete(wishText(wish));
      source.unwatch(wish);
    },
    refresh: (wish) => source.refresh(wish),
    succeeded: (call) => source.succeeded(call),
    signedOut: () => source.signedOut(),
    follow(next) {
      facts = next;
      source.follow(next);
      if (!next.visible) disk.hurry();
    },
    knock: () => source.knock(),
    entries: store.all,
    link: () => source.link(),
    storage: () => source.storage(),
    async close(forget) {
      stopSaving();
      stopTelling();
      source.stop();
      if (forget) channel.send({ kind: 'ended' });
      over.abort();
      channel.close();
      await (forget ? disk.erase() : disk.close());
    },
  };
}

/** What came from elsewhere meanwhile is newer. */
async function loadInto(store: Store, disk: Disk, signal: AbortSignal): Promise<void> {
  const addMissing = (entries: readonly Entry[]) => {
    for (const entry of signal.aborted ? [] : entries) {
      const known = store.get(textOf(entry.key));
      // A read that has failed already is no data: what the disk remembers is shown beside its failure.
      if (known?.data === undefined) store.set({ ...entry, failure: known?.failure });
    }
  };
  addMissing(await disk.load(addMissing));
}
