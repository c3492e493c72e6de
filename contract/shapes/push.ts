import * as z from 'zod/mini';
import { PUSH_KINDS, type PushKind } from '../limits.ts';

export const PushStateSchema = z.looseObject({
  /** Of this server (RFC 8292), base64url: what a device subscribes with. */
  publicKey: z.string(),
  /** Whether a push service answered when this process last tried one. */
  reach: z.enum(['untried', 'reached', 'unreachable']),
  /** Epoch milliseconds of that try; null before the first. */
  reachAt: z.nullable(z.number()),
});
export type ServerPushState = z.infer<typeof PushStateSchema>;

const EndpointSchema = z.url({ protocol: /^https$/ }).check(z.maxLength(2048));

/** The device's own choice is sent with every subscription, so that a renewed one keeps it. */
export const PushSubscriptionSchema = z.strictObject({
  endpoint: EndpointSchema,
  /** Base64url: 65 and 16 bytes. */
  keys: z.strictObject({
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
  kinds: z.array(z.enum(PUSH_KINDS)).check(z.maxLength(PUSH_KINDS.length)),
});

export const PushEndpointSchema = z.strictObject({ endpoint: EndpointSchema });

/** The test push carries this id, so that the device knows it when it arrives. */
export const PushTestAnswerSchema = z.looseObject({ id: z.string() });

/** What is sent, encrypted, to a device; never more than a push service takes. */
export interface PushMessage {
  readonly kind: PushKind | 'test';
  readonly title: string;
  readonly text: string;
  /** A later message of the same tag takes the place of an earlier one. */
  readonly tag: string;
  /** Path in the console that a tap leads to. */
  readonly url: string;
  /** Server time, epoch milliseconds. */
  readonly at: number;
  /** Of a test alone. */
  readonly id?: string;
  /** Id of the open incident that it is about: the device may offer to acknowledge it. */
  readonly incident?: number;
}
