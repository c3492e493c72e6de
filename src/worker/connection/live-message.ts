import {
  type Beat,
  BeatSchema,
  type Bye,
  ByeSchema,
  type Change,
  ChangeSchema,
  type Hello,
  HelloSchema,
  type Order,
  OrderSchema,
} from '../../../contract/live.ts';

/**
 * What came over the socket. other: any other JSON value, legal and a sign of life; noise: no JSON, which
 * still shows that the connection carries something.
 */
export type LiveMessage =
  | { readonly kind: 'hello'; readonly hello: Hello }
  | { readonly kind: 'beat'; readonly beat: Beat }
  | { readonly kind: 'bye'; readonly bye: Bye }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'other' }
  | { readonly kind: 'noise' };

/** Never throws. */
export function parseMessage(text: unknown): LiveMessage {
  if (typeof text !== 'string') return { kind: 'noise' };
  try {
    return liveMessageOf(JSON.parse(text));
  } catch {
    return { kind: 'noise' };
  }
}

/** The most frequent first. */
const KINDS = Object.entries({
  change: ChangeSchema,
  hello: HelloSchema,
  beat: BeatSchema,
  bye: ByeSchema,
  order: OrderSchema,
});

function liveMessageOf(value: unknown): LiveMessage {
  for (const [kind, schema] of KINDS) {
    const read = schema.safeParse(value);
    if (read.success) return { kind, [kind]: read.data } as LiveMessage;
  }
  return { kind: 'other' };
}

/** @returns server time, epoch milliseconds, at which it was sent; a device that slept receives it late */
export function sentAt(message: LiveMessage): number | undefined {
  if (message.kind === 'hello') return message.hello.at;
  if (message.kind === 'beat') return message.beat.at;
  if (message.kind === 'bye') return message.bye.at;
  return message.kind === 'change' ? message.change.at : undefined;
}
