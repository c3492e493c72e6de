import * as z from 'zod/mini';
import type { PushKind } from '../limits.ts';

export const PushStateSchema = z.looseObject({
  /** Of this server (RFC 8292), base64url: what a device subscribes with. */
  publicKey: z.string(),
  /** Whether a push service answered when this process last tried one. */
  reach: z.enum(['untried', 'reached', 'unreachable']),
  /** Epoch milliseconds of that try; null before the first. */
  reachAt: z.nullable(z.number()),
});
export type ServerPushState = z.infer<typeof PushStateSchema>;

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
  /** Of a drill that proves the way here: the device sends it back once it has shown this. */
  readonly arrival?: string;
}
