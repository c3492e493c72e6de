import type { ConnectionStatus } from '../../../contract/shapes/mesh.ts';
import { describeFailure, failureKind } from '../../outgoing/failure.ts';
import type { PeerStatus, ProbeOutcome } from '../../round.ts';

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
  if (before.status === 'unknown') return statusFor(outcome, lateMs) === 'warning';
  return isWorse(before, outcome, lateMs);
}

export const isWorse = (before: PeerStatus, outcome: ProbeOutcome, lateMs: number): boolean =>
  RANK[statusFor(outcome, lateMs)] > RANK[before.status];

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
    latencyMs: outcome.answered ? (outcome.lastRunMs ?? outcome.latencyMs) : before.latencyMs,
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
