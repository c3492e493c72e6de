import * as z from 'zod/mini';
import { StatsSchema } from './system.ts';

/** What became of the heartbeats to one platform. */
const PlatformHeartbeatSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  sent: z.number(),
  answered: z.number(),
  missed: z.number(),
  /** Epoch milliseconds; null when none was ever answered. */
  lastAnswer: z.nullable(z.number()),
  /** Why the last one failed; null when it was answered or none was sent yet. */
  lastError: z.nullable(z.string()),
});
export type PlatformHeartbeat = z.infer<typeof PlatformHeartbeatSchema>;

const HeartbeatSchema = z.looseObject({
  enabled: z.boolean(),
  /** One reason for each platform that did not accept its last heartbeat. */
  lastError: z.nullish(z.string()),
  /** ISO 8601 of the last heartbeat that a platform accepted. */
  lastSuccess: z.nullish(z.union([z.string(), z.number()])),
  sentCount: z.number(),
  intervalSec: z.number(),
  /** In the order of the configuration. An extra field: other servers leave it out. */
  platforms: z.optional(z.array(PlatformHeartbeatSchema)),
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
    /** The last call of what watches this node from outside; `error` is null when it was answered. An extra field. */
    deadMan: z.optional(z.looseObject({ at: z.number(), error: z.nullable(z.string()) })),
  }),
);
export type WatchdogSummary = z.infer<typeof WatchdogSummarySchema>;

/** The specification shows no answer of ping and reconnect; this server describes the outcome. */
export const CommandAnswerSchema = z.looseObject({ message: z.optional(z.string()) });
