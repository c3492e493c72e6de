import type { ConnectionStatus } from '../../contract/shapes/mesh.ts';
import { type Failure, kindOf, wordsOf } from './failure.ts';

/** What one probe found. */
export type Finding =
  | { readonly answered: true; readonly latencyMs: number }
  | { readonly answered: false; readonly failure: Failure };

/**
 * How a sister stands with this node.
 *
 *   unknown -> connected | warning | error      the first probe of this process
 *   connected, warning, error <-> each other    each later one; a worse finding counts when a second
 *                                               probe, made at once, finds the same or worse
 */
export interface Standing {
  readonly status: ConnectionStatus | 'unknown';
  /** Why the status is `error`; null otherwise. */
  readonly failure: Failure | null;
  /** Of the last probe that was answered. */
  readonly latencyMs: number | null;
  /** Epoch milliseconds of the last answer. */
  readonly lastSeen: number | null;
  /** Epoch milliseconds. */
  readonly changedAt: number;
}

export const NEVER_PROBED: Standing = {
  status: 'unknown',
  failure: null,
  latencyMs: null,
  lastSeen: null,
  changedAt: 0,
};

const RANK = { unknown: 0, connected: 0, warning: 1, error: 2 } as const;

export function statusOf(finding: Finding, lateMs: number): ConnectionStatus {
  if (!finding.answered) return 'error';
  return finding.latencyMs > lateMs ? 'warning' : 'connected';
}

/**
 * @returns whether a finding is bad news that one more probe must confirm: a single late or lost answer
 *   says more about the moment than about the sister. Silence at the very first probe needs no second,
 *   there is nothing yet that it could make flap.
 */
export function needsSecondLook(standing: Standing, finding: Finding, lateMs: number): boolean {
  const status = statusOf(finding, lateMs);
  if (standing.status === 'unknown') return status === 'warning';
  return RANK[status] > RANK[standing.status];
}

/**
 * @param delayMs the longest that this process itself was held up meanwhile
 * @returns whether a late answer may be this process's own fault: then it is no news of the sister
 */
export function isOwnDelay(finding: Finding, lateMs: number, delayMs: number): boolean {
  return finding.answered && finding.latencyMs > lateMs && finding.latencyMs - delayMs <= lateMs;
}

/** @returns how a sister stands after a finding that counts */
export function standingAfter(
  before: Standing,
  finding: Finding,
  { at, lateMs }: { readonly at: number; readonly lateMs: number },
): Standing {
  const status = statusOf(finding, lateMs);
  return {
    status,
    failure: finding.answered ? null : finding.failure,
    latencyMs: finding.answered ? finding.latencyMs : before.latencyMs,
    lastSeen: finding.answered ? at : before.lastSeen,
    changedAt: status === before.status ? before.changedAt : at,
  };
}

/** @returns whether the change is worth a row in the activity log */
export function isNews(before: Standing, after: Standing): boolean {
  if (before.status !== after.status) return true;
  return failureKind(before) !== failureKind(after);
}

/** To answer as somebody else, or to refuse, is another thing than silence. */
const failureKind = ({ failure }: Standing) => failure && kindOf(failure);

export const SEVERITY = {
  unknown: 'primary',
  connected: 'success',
  warning: 'warning',
  error: 'error',
} as const;

/** What is said of a sister that answers in time, by how she stood before. */
const RECOVERY = {
  unknown: 'is connected',
  connected: 'is connected',
  warning: 'answers in time again',
  error: 'answers again',
} as const;

/** @returns the sentence of the activity log, without its full stop */
export function newsOf(name: string, before: Standing, after: Standing): string {
  switch (after.status) {
    case 'connected':
      return `${name} ${RECOVERY[before.status]}`;
    case 'warning':
      return `${name} answers late (${Math.round(after.latencyMs ?? 0)} ms)`;
    case 'error':
      return `${name} ${wordsOf(after.failure ?? 'too-late')}`;
    case 'unknown':
      return `${name} was not probed yet`;
  }
}
