import * as z from 'zod/mini';

export const CONNECTION_STATUSES = ['connected', 'warning', 'error'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** One sister platform as this node sees it. */
export const ConnectionSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  /** connected: answered in time; warning: answered late; error: no answer, or a wrong one. */
  status: z.string(),
  /** Of the last probe that was answered; null when none was. */
  latencyMs: z.nullable(z.number()),
  /** Epoch milliseconds of the last answer; null when there never was one. */
  lastSeen: z.nullable(z.number()),
});
export type Connection = z.infer<typeof ConnectionSchema>;

/** In the order of the mesh's configuration. */
export const ConnectionListSchema = z.array(ConnectionSchema);

export const ProbeResultSchema = z.looseObject({
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

/** The specification shows no answer of a sync; this server says what came of it. */
export const SyncAnswerSchema = z.looseObject({
  message: z.optional(z.string()),
  reached: z.optional(z.number()),
  asked: z.optional(z.number()),
});
export type SyncAnswer = z.infer<typeof SyncAnswerSchema>;

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
