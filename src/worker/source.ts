import type { CallName } from '../../contract/paths.ts';
import type { LinkState, PageFacts, StorageState } from './api.ts';
import type { Clock } from './clock.ts';
import type { Store } from './reads/store.ts';
import type { ReadWish } from './reads/wish.ts';
import type { ServerTime } from './server-time.ts';
import type { TabChannel, TabMessage } from './tabs/tab-channel.ts';

/**
 * Where the data of an open account comes from: the server, in the tab that leads, or that tab. One takes
 * the place of the other over the same store, which each leaves so that the other can go on from it.
 */
export interface Source {
  watch(wish: ReadWish): void;
  unwatch(wish: ReadWish): void;
  /** Reads again now. Resolves when the store has the answer. Never rejects. */
  refresh(wish: ReadWish): Promise<void>;
  /** A call has succeeded: what it refreshes is read again. */
  succeeded(name: CallName): void;
  /** The server said 401. */
  signedOut(): void;
  follow(facts: PageFacts): void;
  /** Somebody signed in, or wants to know now. */
  knock(): void;
  /** Another tab has said something. */
  heard(message: TabMessage): void;
  /** Whether an entry must stay in the store. */
  needs(text: string): boolean;
  link(): LinkState;
  storage(): StorageState;
  stop(): void;
}

export interface SourceParts {
  readonly clock: Clock;
  readonly store: Store;
  readonly serverTime: ServerTime;
  /** What the page of this tab looks at, by the text of its key. */
  readonly wishes: ReadonlyMap<string, ReadWish>;
  readonly facts: PageFacts;
  readonly channel: TabChannel;
  /** The leaders that there were, counted: of two who speak the later one is right. */
  readonly terms: { last: number };
  /** Link, clock or storage may have changed. */
  readonly changed: () => void;
}

/** Somebody can look again, or the browser says that there is a network again: try now. */
export function isComeback(last: PageFacts, next: PageFacts): boolean {
  return (next.visible && !last.visible) || (next.online && !last.online);
}
