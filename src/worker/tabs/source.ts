import type { PageState, WorkerStatus } from '../../shared/model.ts';
import type { Clock } from '../clock.ts';
import type { ReadRef, ReadStore } from '../reads/read-store.ts';
import type { ServerTime } from '../server-time.ts';
import type { CommandResult, TabChannel, TabCommand, TabMessage } from './tab-channel.ts';

/**
 * Where the data of an open account comes from: the server, in the tab that leads, or that tab. One takes
 * the place of the other over the same store, which each leaves so that the other can go on from it.
 */
export interface Source {
  subscribe(read: ReadRef): void;
  unsubscribe(read: ReadRef): void;
  /** Carries it out, or has the leader do so. Never rejects; undefined when nobody has carried it out. */
  handleCommand(command: TabCommand): Promise<CommandResult | undefined>;
  setPageState(state: PageState): void;
  /** Another tab has said something. */
  receive(message: TabMessage): void;
  status(): WorkerStatus;
  /** Resolves when nothing is written any more. */
  stop(): Promise<void>;
}

export interface SourceDeps {
  readonly clock: Clock;
  readonly random: () => number;
  readonly store: ReadStore;
  readonly serverTime: ServerTime;
  /** What the page of this tab subscribes to, by key. */
  readonly subscriptions: ReadonlyMap<string, ReadRef>;
  readonly pageState: PageState;
  readonly channel: TabChannel;
  /** The leaders that there were, counted. */
  readonly epochs: { last: number };
  /** The status may have changed. */
  readonly onChange: () => void;
}

/** The page is visible again, or the browser says that there is a network again: reconnect now. */
export function isComeback(last: PageState, next: PageState): boolean {
  return (next.visible && !last.visible) || (next.online && !last.online);
}
