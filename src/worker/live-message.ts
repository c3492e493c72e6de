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
} from '../../contract/live.ts';

/**
 * What came over the socket. other: any other JSON value, legal and a sign of life; noise: no JSON, which
 * still shows that the line carries something.
 */
export type Heard =
  | { readonly kind: 'hello'; readonly hello: Hello }
  | { readonly kind: 'beat'; readonly beat: Beat }
  | { readonly kind: 'bye'; readonly bye: Bye }
  | { readonly kind: 'change'; readonly change: Change }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'other' }
  | { readonly kind: 'noise' };

/** Never throws. */
export function readHeard(text: unknown): Heard {
  if (typeof text !== 'string') return { kind: 'noise' };
  try {
    return heardOf(JSON.parse(text));
  } catch {
    return { kind: 'noise' };
  }
}

function heardOf(value: unknown): Heard {
  const change = ChangeSchema.safeParse(value);
  if (change.success) return { kind: 'change', change: change.data };
  const hello = HelloSchema.safeParse(value);
  if (hello.success) return { kind: 'hello', hello: hello.data };
  const beat = BeatSchema.safeParse(value);
  if (beat.success) return { kind: 'beat', beat: beat.data };
  const bye = ByeSchema.safeParse(value);
  if (bye.success) return { kind: 'bye', bye: bye.data };
  const order = OrderSchema.safeParse(value);
  return order.success ? { kind: 'order', order: order.data } : { kind: 'other' };
}

/** @returns server time, epoch milliseconds, at which it was said; a device that slept hears it late */
export function saidAt(heard: Heard): number | undefined {
  if (heard.kind === 'hello') return heard.hello.at;
  if (heard.kind === 'beat') return heard.beat.at;
  if (heard.kind === 'bye') return heard.bye.at;
  return heard.kind === 'change' ? heard.change.at : undefined;
}
