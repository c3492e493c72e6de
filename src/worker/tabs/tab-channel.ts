import type { CallName } from '../../../contract/paths.ts';
import type { Push } from '../api.ts';
import type { ReadWish } from '../reads/wish.ts';

/**
 * What the tabs of one account say to each other. Only tabs of the same build hear each other, so that what
 * is heard has the shape that was sent.
 *
 *   leader -> all      beat, news, done
 *   tab    -> leader   tab (who looks at what; in answer to a beat, and when it changes), order, gone
 *   any    -> all      ended
 */
export type TabMessage =
  | { readonly kind: 'beat'; readonly term: number }
  | {
      readonly kind: 'news';
      readonly term: number;
      /** The push holds everything; other pushes build on the one before. */
      readonly whole: boolean;
      /** Number of the last live message that the leader's data holds. */
      readonly seen: number | undefined;
      readonly push: Push;
    }
  | { readonly kind: 'done'; readonly tab: string; readonly id: number }
  | ({ readonly kind: 'tab'; readonly tab: string; readonly needsAll: boolean } & TabFacts)
  | { readonly kind: 'order'; readonly tab: string; readonly id: number; readonly order: TabOrder }
  | { readonly kind: 'gone'; readonly tab: string }
  /** The account was closed for good on this device. */
  | { readonly kind: 'ended' };

export interface TabFacts {
  readonly wishes: readonly ReadWish[];
  readonly visible: boolean;
}

export type TabOrder =
  | { readonly what: 'refresh'; readonly wish: ReadWish }
  | { readonly what: 'succeeded'; readonly name: CallName }
  | { readonly what: 'signedOut' | 'knock' };

/** A leader that was not heard for one and a half of these is silent; for two and a half, it is gone. */
export const TAB_BEAT_MS = 2000;

export interface TabChannel {
  send(message: TabMessage): void;
  close(): void;
}

/** Hears whatever other tabs say under this name, never what it says itself. */
export type OpenChannel = (name: string, heard: (message: TabMessage) => void) => TabChannel;

export const openBroadcastChannel: OpenChannel = (name, heard) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<TabMessage>) => heard(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
};

/** For a tab that leads itself. */
export const openNoChannel: OpenChannel = () => ({
  send: () => undefined,
  close: () => undefined,
});
