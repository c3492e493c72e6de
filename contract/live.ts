import * as z from 'zod/mini';
import { DISPLAY_ORDERS } from './shapes/display.ts';

/**
 * What the server sends on `/ws`. The client sends nothing.
 *
 *   open      -> hello     once, first; announces the beat and the number of the last change
 *   a change  -> change    numbered; names the read that it changes and how
 *   an order  -> order     to one display: not numbered, not repeated
 *   beat      -> beat      after `beatSec` without another message
 *   shutdown  -> bye       planned; reconnect after about `comeBackSec`
 *
 * Changes are numbered without gaps. A gap, or a hello whose `seq` is ahead of the last change, means that changes
 * were missed: read them by `GET /api/live?since=N&stream=ID`. Any other JSON value is allowed and counts as a sign of life
 * (specification section 4); silence is judged only against an announced beat.
 */
export const HelloSchema = z.looseObject({
  type: z.literal('hello'),
  contract: z.number(),
  /** The build that the server serves. */
  build: z.string(),
  /** Server time, epoch milliseconds. */
  at: z.number(),
  seq: z.number(),
  /** Name of the stream. Numbers of another mean nothing here, unless a replay from one is complete. */
  streamId: z.optional(z.string()),
  beatSec: z.number(),
});
export type Hello = z.infer<typeof HelloSchema>;

export const BeatSchema = z.looseObject({
  type: z.literal('beat'),
  at: z.number(),
  seq: z.number(),
});
export type Beat = z.infer<typeof BeatSchema>;

export const ByeSchema = z.looseObject({
  type: z.literal('bye'),
  at: z.number(),
  comeBackSec: z.number(),
});
export type Bye = z.infer<typeof ByeSchema>;

/**
 * replace: `data` is the read's whole new answer. prepend: `data` is a list of rows, newest first, for the
 * front of a list. patch: `data` holds the changed fields of an object, or of the list's row with its `id`, or is a list of such
 * rows; null: read it again. remove: the list's row with the `id` of `data` is gone. A console of before `remove` finds a gap, one of
 * before patches of several rows a patch that does not fit: both read again.
 */
export const CHANGE_OPS = ['replace', 'prepend', 'patch', 'remove'] as const;

export const ChangeSchema = z.looseObject({
  key: z.array(z.string()),
  op: z.enum(CHANGE_OPS),
  data: z.unknown(),
  seq: z.number(),
  at: z.number(),
});
export type Change = z.infer<typeof ChangeSchema>;

/** @returns what is sent in the place of a change that a session may not read: numbers have no gaps */
export const hiddenChange = ({ seq, at }: Pick<Change, 'seq' | 'at'>): Change => ({
  key: [],
  op: 'patch',
  data: null,
  seq,
  at,
});

/** Sent to one paired display only: show its name, or reload. */
export const OrderSchema = z.looseObject({
  type: z.literal('order'),
  order: z.enum(DISPLAY_ORDERS),
  /** Of the display. */
  name: z.string(),
  at: z.number(),
});
export type Order = z.infer<typeof OrderSchema>;

/** `complete` is false if the server cannot replay from `since` of that stream; `changes` is then empty: read everything again. */
export const MissedSchema = z.looseObject({
  seq: z.number(),
  complete: z.boolean(),
  changes: z.array(ChangeSchema),
});
export type Missed = z.infer<typeof MissedSchema>;

/** Close codes of the socket (RFC 6455 section 7.4.2: 4000 to 4999 are the application's). */
export const CLOSE = {
  /** RFC 6455: the server is restarting. */
  restart: 1012,
  /** The session ended: sign in; do not retry. */
  signIn: 4401,
  /** The reader was too slow: reconnect and catch up. */
  tooSlow: 4408,
  /** The client spoke, or opened too many sockets. */
  refused: 4403,
} as const;
