import type { CallName } from '../../../contract/paths.ts';
import type { Push } from '../../shared/delta.ts';
import type { PendingAcknowledgement } from '../../shared/model.ts';
import type { OutboxRecord } from '../outbox/outbox-rules.ts';
import type { ReadRef } from '../reads/read-store.ts';

/**
 * What the tabs of one account say to each other. Only tabs of the same build share a channel, so that every
 * message has the shape that was sent; `closed` goes to tabs of every build.
 *
 *   leader -> all      beat, delta, done
 *   tab    -> leader   tab (its reads; in answer to a beat, and when they change), command, gone
 *   any    -> all      closed
 *
 * Leaders are counted: of two that speak, the one with the later epoch is right.
 */
export type TabMessage =
  | { readonly kind: 'beat'; readonly epoch: number }
  | {
      readonly kind: 'delta';
      readonly epoch: number;
      /** The push holds everything; other pushes build on the one before. */
      readonly whole: boolean;
      /** Number of the last live message that the leader's data holds. */
      readonly seen: number | undefined;
      readonly push: Push;
    }
  | ({ readonly kind: 'done'; readonly tab: string; readonly id: number } & CommandResult)
  | ({ readonly kind: 'tab'; readonly tab: string; readonly needsAll: boolean } & TabState)
  | {
      readonly kind: 'command';
      readonly tab: string;
      readonly id: number;
      readonly command: TabCommand;
    }
  | { readonly kind: 'gone'; readonly tab: string }
  /** The account was closed for good on this device. */
  | { readonly kind: 'closed' };

export interface TabState {
  readonly reads: readonly ReadRef[];
  readonly visible: boolean;
}

/** What any tab may want of the one that leads. */
export type TabCommand =
  | { readonly what: 'refresh'; readonly read: ReadRef }
  /** A call has succeeded: what it refreshes is read again. */
  | { readonly what: 'callSucceeded'; readonly name: CallName }
  /** signedOut: the server said 401. reconnectNow: somebody signed in, or wants to know now. */
  | { readonly what: 'signedOut' | 'reconnectNow' }
  | { readonly what: 'enqueue'; readonly record: OutboxRecord; readonly file: Blob }
  | { readonly what: 'acknowledge'; readonly pending: PendingAcknowledgement }
  | { readonly what: 'retry' | 'discard' | 'takeBack'; readonly id: string };

/** How a command ended. */
export interface CommandResult {
  /** Of what somebody pressed: the id of the upload, for `enqueue` that of an earlier one for the same file; or the incident. */
  readonly result?: string | undefined;
  readonly error?: string | undefined;
}

/** How often the leader sends a beat. Without one for 1.5 intervals it is silent, for 2.5 it is gone. */
export const TAB_BEAT_MS = 2000;

export interface TabChannel {
  send(message: TabMessage): void;
  close(): void;
}

/** Receives whatever other tabs say under this name, never what it says itself. */
export type OpenChannel = (name: string, receive: (message: TabMessage) => void) => TabChannel;

export const openBroadcastChannel: OpenChannel = (name, receive) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => receive(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
};

/** For a tab that leads itself. */
export const openNoChannel: OpenChannel = () => ({
  send: () => undefined,
  close: () => undefined,
});
