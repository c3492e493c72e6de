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

/** The most frequent first. */
const KINDS = Object.entries({
  change: ChangeSchema,
  hello: HelloSchema,
  beat: BeatSchema,
  bye: ByeSchema,
  order: OrderSchema,
});

function heardOf(value: unknown): Heard {
  for (const [kind, schema] of KINDS) {
    const read = schema.safeParse(value);
    if (read.success) return { kind, [kind]: read.data } as Heard;
  }
  return { kind: 'other' };
}

/** @returns server time, epoch milliseconds, at which it was said; a device that slept hears it late */
export function saidAt(heard: Heard): number | undefined {
  if (heard.kind === 'hello') return heard.hello.at;
  if (heard.kind === 'beat') return heard.beat.at;
  if (heard.kind === 'bye') return heard.bye.at;
  return heard.kind === 'change' ? heard.change.at : undefined;
}
