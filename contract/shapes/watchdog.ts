import * as z from 'zod/mini';
import { StatsSchema } from './dashboard.ts';

export const HeartbeatSchema = z.looseObject({
  enabled: z.boolean(),
  /** Of each sister that did not take its last heartbeat. */
  lastError: z.nullish(z.string()),
  /** ISO 8601 of the last heartbeat that a sister took. */
  lastSuccess: z.nullish(z.union([z.string(), z.number()])),
  sentCount: z.number(),
  intervalSec: z.number(),
});
export type Heartbeat = z.infer<typeof HeartbeatSchema>;

/** `null` is the page's empty state. */
export const WatchdogSummarySchema = z.nullable(
  z.looseObject({
    platform: z.string(),
    ts: z.union([z.string(), z.number()]),
    /** Address of the connection to the forge; empty when there is none. */
    forgeRun: z.nullish(z.string()),
    heartbeat: HeartbeatSchema,
    meshStats: StatsSchema,
    endpoints: z.array(z.string()),
  }),
);
export type WatchdogSummary = z.infer<typeof WatchdogSummarySchema>;

/** The specification shows no answer of ping and reconnect; this server says what came of it. */
export const CommandAnswerSchema = z.looseObject({ message: z.optional(z.string()) });
export type CommandAnswer = z.infer<typeof CommandAnswerSchema>;
