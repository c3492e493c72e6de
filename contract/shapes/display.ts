import * as z from 'zod/mini';

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

export const DISPLAY_ORDERS = ['flash', 'reload'] as const;
export type DisplayOrder = (typeof DISPLAY_ORDERS)[number];

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
