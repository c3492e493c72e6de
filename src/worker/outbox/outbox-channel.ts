import type { OutboxRecord } from './outbox.ts';

/**
 * What the tabs of one account say to each other about the outbox:
 *
 *   leader -> all      records, at every change and when asked
 *   tab    -> leader   hello, added, retry, discard, knock
 *   any    -> all      ended
 *
 * The name of the channel holds the version of these shapes.
 */
export type OutboxMessage =
  | { readonly kind: 'records'; readonly records: readonly OutboxRecord[] }
  /** ended: the account was closed for good on this device; nothing of its uploads may stay in any tab. */
  | { readonly kind: 'hello' | 'knock' | 'ended' }
  | { readonly kind: 'added'; readonly record: OutboxRecord; readonly file: Blob }
  | { readonly kind: 'retry' | 'discard'; readonly id: string };

export interface OutboxChannel {
  send(message: OutboxMessage): void;
  close(): void;
}

export type OpenOutboxChannel = (
  name: string,
  heard: (message: OutboxMessage) => void,
) => OutboxChannel;

export const openOutboxChannel: OpenOutboxChannel = (name, heard) => {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<OutboxMessage>) => heard(data);
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
};

/** For a tab that is alone, or cannot hear others. */
export const openNoOutboxChannel: OpenOutboxChannel = () => ({
  send: () => undefined,
  close: () => undefined,
});
