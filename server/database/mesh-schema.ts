import type { Generated } from 'kysely';
import type { RunState } from '../../contract/shapes/run.ts';

/** The tables of what is measured of the mesh. Times are epoch milliseconds. */
export interface MeshTables {
  /** The result of the last probe of each platform; stored so that `lastSeen` survives a restart. */
  platforms: {
    id: string;
    status: string;
    latencyMs: number | null;
    lastSeen: number | null;
    changedAt: number;
    version: string | null;
    clockOffsetMs: number | null;
    /** Code of why the last probe failed; null when it was answered. */
    failure: string | null;
    /** Where the leader calls it; null: nowhere. */
    address: string | null;
    /** When it last reported itself, and what; null: never. */
    reportedAt: number | null;
    reportStatus: string | null;
    reportMessage: string | null;
  };
  /** Which platforms there are, and were. The row of one that was removed keeps its id from being given again. */
  platformDefinitions: {
    id: string;
    name: string;
    domain: string;
    /** How it is probed. */
    kind: string;
    /** file or console. */
    source: string;
    paused: number;
    /** Its place among the others. */
    position: number;
    /** What its kind needs to know, without secrets. */
    settingsJson: string;
    /** Sealed; null: it has none. */
    secret: string | null;
    createdAt: number;
    removedAt: number | null;
  };
  /** The last runs of jobs that report themselves: see `RunSchema`. */
  jobRuns: {
    id: Generated<number>;
    platform: string;
    rid: string | null;
    state: RunState;
    startedAt: number | null;
    endedAt: number | null;
    exitStatus: number | null;
    message: string;
    log: string;
  };
  /** What each platform, and this node, showed last. */
  certificates: {
    platform: string;
    notAfter: number;
    issuer: string;
    namesJson: string;
    seenAt: number;
  };
  /** A key that a platform has published. */
  peerKeys: {
    platform: string;
    thumbprint: string;
    seenAt: number;
    /** Among the keys that were first seen at the same time, newest first. */
    position: number;
    /** The key that was known before; null for the first keys of a platform. */
    replaces: string | null;
    acknowledgedAt: number | null;
  };
  /** Of each platform that sends metrics of its host, or may. */
  hosts: {
    platform: string;
    /** Of the address that they are sent to; null: it has none of its own. */
    secretHash: string | null;
    limitsJson: string;
    /** What its counters said last. */
    countersJson: string;
    /** When metrics came last. */
    seenAt: number | null;
  };
  hostSeries: {
    id: Generated<number>;
    platform: string;
    measure: string;
    name: string;
    /** The last one, and its time. */
    value: number;
    at: number;
    /** Since when it is over its limit; null: it is not, or has none. */
    overSince: number | null;
    /** Of its being over, also when people have resolved that. */
    incidentId: number | null;
  };
  probes: {
    platform: string;
    at: number;
    status: string;
    latencyMs: number | null;
    /** Why it failed, as a text for people; null when it was answered. */
    failure: string | null;
  };
  /** Probes of one platform, or values of one series of a host, rolled up: see `probe-spans.ts`. */
  probeSpans: {
    platform: string;
    spanMs: number;
    /** Start of the span. */
    at: number;
    /** Place of the worst status in the contract's list. */
    worst: number;
    answered: number;
    /** How long each status held within the span, in milliseconds; the rest was not measured. */
    upMs: number;
    lateMs: number;
    downMs: number;
    /** Down in a maintenance window; not part of `downMs`. */
    plannedMs: number;
    /** Down because of another platform; not part of `downMs`. */
    affectedMs: Generated<number>;
    /** Part of the others: only this node knew of it, though other nodes are witnesses. */
    aloneMs: Generated<number>;
    latencyMin: number | null;
    latencyMax: number | null;
    /** How the latencies spread, to take the median from: see `latency-histogram.ts`. */
    latencyHistogram: string;
  };
  /** Counts of all heartbeats to one platform. */
  heartbeats: {
    platform: string;
    sent: number;
    succeeded: number;
    failed: number;
    lastSuccess: number | null;
    /** Of the last one; null if the platform accepted it. */
    lastError: string | null;
  };
  /** A proof that this node requested from a peer; each factor has the time at which it was fulfilled. */
  challenges: {
    id: string;
    /** Platform id of who must prove itself. */
    peer: string;
    nonce: string;
    /** Of the console that started it. */
    origin: string;
    createdAt: number;
    deadline: number;
    serverAt: number | null;
    callbackAt: number | null;
    fileAt: number | null;
    /** When it was verified, refused, or out of time. */
    endedAt: number | null;
  };
  /** Times in which this node measured nothing. */
  nodeAbsences: {
    fromAt: number;
    toAt: number;
    /** off, asleep, standstill or no-network. */
    reason: string;
  };
  /** The newest entries of the uptime log, which are in no block yet: see `uptime-log.ts`. */
  logEntries: {
    /** From 0. */
    position: number;
    /** Start of its minute. */
    at: number;
    entry: string;
  };
  logBlocks: {
    /** From 0. */
    number: number;
    /** Hexadecimal. */
    root: string;
    /** Minutes of its first and last entry. */
    firstAt: number;
    lastAt: number;
    /** Compressed; null when they are no longer kept. */
    entries: string | null;
  };
  /** The newest head of this node's log that each peer, and this node itself, has signed. */
  logSignatures: {
    platform: string;
    size: number;
    signedJson: string;
  };
  /** The head of each peer's log that this node has signed last. */
  witnessedLogs: {
    platform: string;
    size: number;
    root: string;
    /** When that log began. */
    begun: number;
    at: number;
  };
}
