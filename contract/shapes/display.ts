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

/** What a display said of itself last. Times are epoch milliseconds, server time. */
const DisplayReportSchema = z.looseObject({
  at: z.number(),
  /** When its page was loaded. */
  startedAt: z.number(),
  /** Of its page, since it was approved. */
  restarts: z.number(),
  /** Why its page was loaded, in words. */
  reload: z.string(),
  /** When its page painted last, also if nothing had changed. */
  paintedAt: z.number(),
  /** Of the mesh, as it was painted. */
  verdict: z.string(),
  /** Of the text that was painted. */
  hash: z.string(),
  /** When what was painted was last known to be true; null: there was nothing. */
  dataAt: z.nullable(z.number()),
  /** Server time minus the clock of the device, milliseconds. */
  skewMs: z.number(),
  /** How often its data worker was replaced since the page was loaded. */
  workers: z.number(),
  /** Of its JavaScript, where the browser says it. */
  memoryBytes: z.nullable(z.number()),
});
export type DisplayReport = z.infer<typeof DisplayReportSchema>;

const DisplayWatchSchema = z.looseObject({
  /** What is wrong with it is an incident, and not a notice alone. */
  alert: z.boolean(),
  /** In which it should be on; null: always. */
  hours: z.nullable(z.object({ from: z.string(), to: z.string(), timeZone: z.string() })),
});
export type DisplayWatch = z.infer<typeof DisplayWatchSchema>;

const DisplayTroubleSchema = z.looseObject({
  /** silent: no sign of life; frozen: its page does not paint; old: its picture is; behind: its build is; clock: it is off. */
  kind: z.string(),
  /** Such as 'has painted nothing since 16:02 UTC'. */
  text: z.string(),
  /** When it was found, epoch milliseconds. */
  since: z.number(),
});
export type DisplayTrouble = z.infer<typeof DisplayTroubleSchema>;

const DisplaySchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** Its live socket is open. */
  connected: z.boolean(),
  /** Epoch milliseconds at which its live socket was last opened or closed; null: it never was. */
  seenAt: z.nullable(z.number()),
  /** The build of the console that it runs, when it has said so. */
  build: z.nullable(z.string()),
  /** Null: it has said nothing yet. An older server says none of these three. */
  report: z.optional(z.nullable(DisplayReportSchema)),
  watch: z.optional(DisplayWatchSchema),
  /** Null: it is well, or may be off. */
  trouble: z.optional(z.nullable(DisplayTroubleSchema)),
  approvedBy: z.string(),
  /** Epoch milliseconds. */
  createdAt: z.number(),
});
export type Display = z.infer<typeof DisplaySchema>;

/** Oldest first. */
export const DisplayListSchema = z.array(DisplaySchema);
