import type { ConnectionStatus } from '../../../contract/shapes/mesh.ts';
import { describeFailure, type Failure, failureKind } from '../failure.ts';
import type { PeerCertificate } from '../transport/peer-certificate.ts';

/** The result of one probe. */
export type ProbeOutcome = {
  /** That the platform showed, whatever it answered then. */
  readonly certificate?: PeerCertificate | undefined;
} & (
  | /** Null: it took no time that says anything. */
  { readonly answered: true; readonly latencyMs: number | null }
  | { readonly answered: false; readonly failure: Failure }
);

/**
 * Status of a peer as this node measures it.
 *
 *   unknown -> connected | warning | error      first probe of this process
 *   connected, warning, error <-> each other    later probes; a worse result counts when a second probe,
 *                                               made at once, has the same or a worse result
 */
export interface PeerStatus {
  readonly status: ConnectionStatus | 'unknown';
  /** Why the status is `error`; null otherwise. */
  readonly failure: Failure | null;
  /** Of the last answered probe. */
  readonly latencyMs: number | null;
  /** Epoch milliseconds of the last answer. */
  readonly lastSeen: number | null;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

export const NEVER_PROBED: PeerStatus = {
  status: 'unknown',
  failure: null,
  latencyMs: null,
  lastSeen: null,
  changedAt: 0,
};

const RANK = { unknown: 0, connected: 0, warning: 1, error: 2 } as const;

function statusFor(outcome: ProbeOutcome, lateMs: number): ConnectionStatus {
  if (!outcome.answered) return 'error';
  return (outcome.latencyMs ?? 0) > lateMs ? 'warning' : 'connected';
}

/**
 * One late or lost answer is often chance, so a change for the worse needs a second probe. A first probe
 * without an answer is not repeated: there is no previous status to flap from.
 */
export function needsConfirmation(
  before: PeerStatus,
  outcome: ProbeOutcome,
  lateMs: number,
): boolean {
  const status = statusFor(outcome, lateMs);
  if (before.status === 'unknown') return status === 'warning';
  return RANK[status] > RANK[before.status];
}

/**
 * @param delayMs the longest event loop delay of this process during the probe
 * @returns whether this delay alone may have made the answer late
 */
export function isOwnDelay(outcome: ProbeOutcome, lateMs: number, delayMs: number): boolean {
  if (!outcome.answered || outcome.latencyMs === null) return false;
  return outcome.latencyMs > lateMs && outcome.latencyMs - delayMs <= lateMs;
}

/** @returns the status after a confirmed probe */
export function nextStatus(
  before: PeerStatus,
  outcome: ProbeOutcome,
  { at, lateMs }: { readonly at: number; readonly lateMs: number },
): PeerStatus {
  const status = statusFor(outcome, lateMs);
  return {
    status,
    failure: outcome.answered ? null : outcome.failure,
    latencyMs: outcome.answered ? outcome.latencyMs : before.latencyMs,
    lastSeen: outcome.answered ? at : before.lastSeen,
    changedAt: status === before.status ? before.changedAt : at,
  };
}

/** @returns whether the change gets a row in the activity log: a new status, or another kind of error */
export function isNotableChange(before: PeerStatus, after: PeerStatus): boolean {
  if (before.status !== after.status) return true;
  return kindOfError(before) !== kindOfError(after);
}

const kindOfError = ({ failure }: PeerStatus) => failure && failureKind(failure);

export const SEVERITY = {
  unknown: 'primary',
  connected: 'success',
  warning: 'warning',
  error: 'error',
} as const;

const RECOVERY = {
  unknown: 'is connected',
  connected: 'is connected',
  warning: 'is fast again',
  error: 'is up again',
} as const;

/** @returns the message of the activity log */
export function describeChange(name: string, before: PeerStatus, after: PeerStatus): string {
  switch (after.status) {
    case 'connected':
      return `${name} ${RECOVERY[before.status]}`;
    case 'warning':
      return `${name} is slow: ${Math.round(after.latencyMs ?? 0)} ms`;
    case 'error':
      return describeFailure(name, after.failure ?? 'too-late');
    case 'unknown':
      return `${name} was not probed yet`;
  }
}
