import type { PageState, WorkerStatus } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import type { ReadRef, ReadStore } from '../reads/read-store.ts';
import type { ServerTime } from '../server-time.ts';
import type { CommandResult, TabChannel, TabCommand, TabMessage } from './tab-channel.ts';

/** The server, in the tab that leads, or that tab. One takes the place of the other over the same store. */
export interface Source {
  subscribe(read: ReadRef): void;
  unsubscribe(read: ReadRef): void;
  /** Carries it out, or has the leader do so. Never rejects; undefined when nobody has carried it out. */
  handleCommand(command: TabCommand): Promise<CommandResult | undefined>;
  setPageState(state: PageState): void;
  receive(message: TabMessage): void;
  status(): WorkerStatus;
  stop(): Promise<void>;
}

export interface SourceDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly store: ReadStore;
  readonly serverTime: ServerTime;
  readonly subscriptions: ReadonlyMap<string, ReadRef>;
  readonly pageState: PageState;
  readonly channel: TabChannel;
  /** The leaders that there were, counted. */
  readonly epochs: { last: number };
  readonly onChange: () => void;
}

/** The page is visible again, or the browser says that there is a network again: reconnect now. */
export function isComeback(last: PageState, next: PageState): boolean {
  return (next.visible && !last.visible) || (next.online && !last.online);
}
