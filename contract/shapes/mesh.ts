import * as z from 'zod/mini';

export const CONNECTION_STATUSES = ['connected', 'warning', 'error'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** One platform as this node sees it. */
const ConnectionSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  /** connected: answered in time; warning: answered late; error: no answer, or a wrong one. */
  status: z.string(),
  /** Of the last probe that was answered; null when none was. */
  latencyMs: z.nullable(z.number()),
  /** Epoch milliseconds of the last answer; null when there never was one. */
  lastSeen: z.nullable(z.number()),
  /** Epoch milliseconds of the last change of the status; null while it is unknown. */
  since: z.optional(z.nullable(z.number())),
  /** Why the last probe failed, such as 'no answer'. Null unless the status is error. */
  failure: z.optional(z.nullable(z.string())),
  /** A new key that no operator has acknowledged: thumbprints, and epoch milliseconds. */
  keyChange: z.optional(z.nullable(z.object({ from: z.string(), to: z.string(), at: z.number() }))),
});
export type Connection = z.infer<typeof ConnectionSchema>;

/** In the order of the mesh's configuration. */
export const ConnectionListSchema = z.array(ConnectionSchema);

const ProbeResultSchema = z.looseObject({
  platform: z.string(),
  /** Epoch milliseconds; start of the span that the row stands for. */
  at: z.number(),
  status: z.string(),
  latencyMs: z.nullable(z.number()),
});
export type ProbeResult = z.infer<typeof ProbeResultSchema>;

export const HistoryQuerySchema = z.strictObject({
  platform: z.optional(z.string().check(z.maxLength(64))),
  /** Epoch milliseconds. */
  since: z.optional(z.coerce.number().check(z.int(), z.nonnegative())),
});

export const HistorySchema = z.array(ProbeResultSchema);

/** How long a platform had each state within one slot, in milliseconds. Together they are the slot's length. */
const HistorySlotSchema = z.looseObject({
  up: z.number(),
  late: z.number(),
  down: z.number(),
  /** This node did not probe, so nothing is known. */
  notMeasured: z.number(),
  /** Mean of the answered probes. */
  latencyMs: z.nullable(z.number()),
});
export type HistorySlot = z.infer<typeof HistorySlotSchema>;

const PlatformHistorySchema = z.looseObject({
  platform: z.string(),
  /** Oldest first. */
  slots: z.array(HistorySlotSchema),
  /** Median and 95th percentile of the latency: of single probes in '1h', of minutes in '24h', of hours beyond. */
  medianMs: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
});
export type PlatformHistory = z.infer<typeof PlatformHistorySchema>;

export const MeshHistorySchema = z.looseObject({
  /** Epoch milliseconds; start of the first slot. */
  from: z.number(),
  /** Epoch milliseconds, up to which is counted: it lies in the last slot, which is as short as that. */
  to: z.number(),
  slotMs: z.number(),
  platforms: z.array(PlatformHistorySchema),
});
export type MeshHistory = z.infer<typeof MeshHistorySchema>;

/** The specification shows no answer of a sync; this server says what came of it. */
export const SyncAnswerSchema = z.looseObject({
  message: z.optional(z.string()),
  reached: z.optional(z.number()),
  asked: z.optional(z.number()),
});

export const MeshHealthSchema = z.looseObject({
  ok: z.boolean(),
  platform: z.string(),
  /** Seconds. */
  uptime: z.number(),
  heartbeat_interval_sec: z.number(),
  /** The specification names the field and no more: a word, or a list of words. */
  compliance: z.unknown(),
});
export type MeshHealth = z.infer<typeof MeshHealthSchema>;

export const EndpointAuditSchema = z.looseObject({
  domain: z.string(),
  endpoints: z.array(
    z.looseObject({ path: z.string(), method: z.string(), guarded: z.optional(z.boolean()) }),
  ),
});
export type EndpointAudit = z.infer<typeof EndpointAuditSchema>;
