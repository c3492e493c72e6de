import * as z from 'zod/mini';
import { DISPLAY_CODE_TYPED_MAX, TEXT_MAX } from '../limits.ts';

/** What a screen says when it asks who it is. */
export const PairingPayloadSchema = z.strictObject({
  /** The build of the console that it runs. */
  build: z.string().check(z.maxLength(TEXT_MAX.build)),
});

/**
 * waiting: nobody has approved this browser yet; `code` is to be shown until `expiresAt` (epoch milliseconds,
 * server time). display: its session is that of the display `name`. account: somebody has signed in here.
 */
export const PairingSchema = z.looseObject({
  state: z.enum(['waiting', 'display', 'account']),
  code: z.optional(z.string()),
  expiresAt: z.optional(z.number()),
  name: z.optional(z.string()),
});
export type Pairing = z.infer<typeof PairingSchema>;

/** Who approves a display types its code, in any case and with or without spaces and dashes. */
export const DisplayApprovalSchema = z.strictObject({
  code: z.string().check(z.trim(), z.minLength(1), z.maxLength(DISPLAY_CODE_TYPED_MAX)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(TEXT_MAX.displayName)),
});

export const DISPLAY_ORDERS = ['flash', 'reload'] as const;
export type DisplayOrder = (typeof DISPLAY_ORDERS)[number];

export const DisplayOrderPayloadSchema = z.strictObject({ order: z.enum(DISPLAY_ORDERS) });

const DisplaySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Its live socket is open. */
  connected: z.boolean(),
  /** Epoch milliseconds at which its live socket was last opened or closed; null: it never was. */
  seenAt: z.nullable(z.number()),
  /** The build of the console that it runs, when it has said so. */
  build: z.nullable(z.string()),
  approvedBy: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
});
export type Display = z.infer<typeof DisplaySchema>;

/** Oldest first. */
export const DisplayListSchema = z.array(DisplaySchema);
