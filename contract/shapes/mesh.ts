import * as z from 'zod/mini';

export const CONNECTION_STATUSES = ['connected', 'warning', 'error'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** One platform as this node sees it. */
const ConnectionSchema = z.looseObject({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  /** What it is (`PLATFORM_KINDS`); a mesh node where it is left out. Bundles and proofs are for mesh nodes alone. */
  kind: z.optional(z.string()),
  /** Address of what to do when it is down; `http:` or `https:`. */
  runbook: z.optional(z.string()),
  /** It has one at most. */
  group: z.optional(z.string()),
  tags: z.optional(z.array(z.string())),
  /** Ids of the platforms on which it depends. */
  dependsOn: z.optional(z.array(z.string())),
  /** Nobody probes it for the time being, so its status is unknown. */
  paused: z.optional(z.boolean()),
  /** The server runs it itself, to try the product out: nothing of it is real. */
  simulated: z.optional(z.boolean()),
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
  /** Id of the platform that is down, and because of which this one is down or slow: it is no trouble of its own. Null: there is none. */
  because: z.optional(z.nullable(z.string())),
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

export const HistorySchema = z.array(ProbeResultSchema);

/** How long a platform had each state within one slot, in milliseconds. Together they are the slot's length. */
const slot = {
  up: z.number(),
  late: z.number(),
  down: z.number(),
  /** Down in a maintenance window, or because of another platform: in no other of these times, and in no availability. */
  planned: z.optional(z.number()),
  /** Part of the planned time: because of another platform. Left out: none. */
  affected: z.optional(z.number()),
  /** This node did not probe, so nothing is known. */
  notMeasured: z.number(),
  /** Median of the answered probes, at most 1 % off. */
  latencyMs: z.nullable(z.number()),
};
const HistorySlotSchema = z.looseObject(slot);
export type HistorySlot = z.infer<typeof HistorySlotSchema>;

const PlatformAvailabilitySchema = z.looseObject({
  platform: z.string(),
  /** Oldest first. */
  slots: z.array(HistorySlotSchema),
  /** Median and 95th percentile of the latency of all answered probes in the range, at most 1 % off. */
  medianMs: z.nullable(z.number()),
  p95Ms: z.nullable(z.number()),
});
export type PlatformAvailability = z.infer<typeof PlatformAvailabilitySchema>;

export const MeshHistorySchema = z.looseObject({
  /** Epoch milliseconds; start of the first slot. */
  from: z.number(),
  /** Epoch milliseconds, up to which is counted: it lies in the last slot, which is as short as that. */
  to: z.number(),
  slotMs: z.number(),
  platforms: z.array(PlatformAvailabilitySchema),
  /** This node itself, in the same slots: `up` is when it probed, and the rest is not measured. */
  node: z.optional(
    z.looseObject({ id: z.string(), name: z.string(), slots: z.array(HistorySlotSchema) }),
  ),
});
export type MeshHistory = z.infer<typeof MeshHistorySchema>;

/** A time in which this node measured nothing. */
const AbsenceSchema = z.looseObject({
  /** Epoch milliseconds. */
  from: z.number(),
  to: z.number(),
  /** off: it did not run; asleep: its machine did not; standstill: it ran, but stored no results; no-network: no platform could be called. */
  reason: z.string(),
});
export type Absence = z.infer<typeof AbsenceSchema>;

const LatencySlotSchema = z.looseObject({
  ...slot,
  /** Of the answered probes, like the median. */
  minMs: z.nullable(z.number()),
  maxMs: z.nullable(z.number()),
});
export type LatencySlot = z.infer<typeof LatencySlotSchema>;

/** One platform over a range, or this node itself by its own id: then `up` is when it probed, and the rest is not measured. */
export const PlatformHistorySchema = z.looseObject({
  /** As in the history of the mesh. */
  from: z.number(),
  to: z.number(),
  slotMs: z.number(),
  slots: z.array(LatencySlotSchema),
  /** Of this node, in the range. */
  absences: z.array(AbsenceSchema),
});
export type PlatformHistory = z.infer<typeof PlatformHistorySchema>;

/** The times of one range together. */
const UptimeSchema = z.looseObject({
  range: z.string(),
  up: z.number(),
  late: z.number(),
  down: z.number(),
  planned: z.number(),
  affected: z.optional(z.number()),
  notMeasured: z.number(),
  /** Part of what was measured: only this node knew of it, though other nodes are witnesses. Left out: none. */
  alone: z.optional(z.number()),
});
export type Uptime = z.infer<typeof UptimeSchema>;

const SingleProbeSchema = z.looseObject({
  /** Epoch milliseconds. */
  at: z.number(),
  status: z.string(),
  latencyMs: z.nullable(z.number()),
  /** Why it failed, such as 'no answer'; null when it was answered. */
  failure: z.nullable(z.string()),
});
export type SingleProbe = z.infer<typeof SingleProbeSchema>;

/** What is known of one platform beside its connection. */
export const PlatformDetailsSchema = z.looseObject({
  id: z.string(),
  /** Where it is called; null: the configuration names no address. */
  address: z.nullable(z.string()),
  /** Of its build; null when it does not say. */
  version: z.nullable(z.string()),
  /** Its clock minus this node's, milliseconds, from its last signed answer; null before the first. */
  clockOffsetMs: z.nullable(z.number()),
  /** Keys that it has published, newest first. */
  keys: z.array(
    z.looseObject({
      /** RFC 7638. */
      thumbprint: z.string(),
      /** Epoch milliseconds. */
      seenAt: z.number(),
    }),
  ),
  /** Milliseconds after which an answer is late: the platform is slow. */
  lateMs: z.optional(z.number()),
  /** Of the answers of the last seven days (UTC); left out where they are too few to say so. */
  week: z.optional(
    z.looseObject({
      /** Share of those that were later than `lateMs`. */
      late: z.number(),
      /** All but one in a hundred were not later than this. */
      p99Ms: z.number(),
    }),
  ),
  /** Of 24 h, 7 d, 30 d and 90 d. */
  uptime: z.array(UptimeSchema),
  /** The last ones, newest first. */
  probes: z.array(SingleProbeSchema),
});
export type PlatformDetails = z.infer<typeof PlatformDetailsSchema>;

/** What a platform, or this node, showed last over TLS; or the domain of a web address. */
const CertificateSchema = z.looseObject({
  /** Id of the platform, or of this node. */
  platform: z.string(),
  name: z.string(),
  /** Epoch milliseconds. */
  notAfter: z.number(),
  issuer: z.string(),
  /** domain: it is one, with the one name that is registered. Left out: a certificate. */
  of: z.optional(z.string()),
  /** That it is for. */
  names: z.array(z.string()),
  /** Epoch milliseconds; up to an hour behind, of a domain up to a day. */
  seenAt: z.number(),
});
export type Certificate = z.infer<typeof CertificateSchema>;

/** Whatever expires first, first. Replaced by live messages. */
export const CertificateListSchema = z.array(CertificateSchema);

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
  /** What holds for platforms without thresholds of their own. */
  thresholds: z.optional(z.looseObject({})),
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
