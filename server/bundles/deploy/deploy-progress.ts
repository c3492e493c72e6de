import type { TransferState } from '../../mesh/transfers/transfer-receiver.ts';
import type { Failure } from '../../outgoing/failure.ts';
import { failurePredicate } from '../../outgoing/failure.ts';
import type { TargetEvent } from './deploy-target.ts';

/**
 * The rules of a transfer, without any I/O: what the sender does after each answer. A receiver may lose
 * what it had or not answer for a while, but every transfer ends after a bounded number of calls without
 * progress.
 */
export interface TransferProgress {
  /** As the receiver last reported it: bytes are sent when it wants some, else it is asked. */
  readonly state: TransferState;
  /** The furthest offset that the receiver was known to have reached. */
  readonly offset: number;
  /** Consecutive calls without progress. */
  readonly failures: number;
  /** How often the receiver had less than before. */
  readonly losses: number;
  /** Monotonic milliseconds; null unless the receiver is checking the bundle. */
  readonly checkingSince: number | null;
}

export type TransferAnswer =
  | { readonly ok: true; readonly state: TransferState }
  | { readonly ok: false; readonly reason: Failure };

interface TransferStep {
  readonly progress: TransferProgress;
  readonly event?: TargetEvent;
  /** Wait before the next call. */
  readonly pauseMs: number;
  /** The transfer ends; `away`: the receiver does not answer for now. */
  readonly outcome?: 'taken' | 'failed' | 'away';
}

export const FAILURES_MAX = 3;
export const LOSSES_MAX = 3;
const RETRY_MS = 1_000;
const CHECK_AGAIN_MS = 300;
/** The longest that a receiver may check a bundle. */
export const CHECKING_MAX_MS = 15 * 60 * 1000;

const UNOFFERED: TransferState = { state: 'unoffered', offset: 0, message: null };

export const NOT_STARTED: TransferProgress = {
  state: UNOFFERED,
  offset: 0,
  failures: 0,
  losses: 0,
  checkingSince: null,
};

/** @param answer to the call that followed from `before` */
export function stepAfter(
  before: TransferProgress,
  answer: TransferAnswer,
  { size, elapsedMs }: { readonly size: number; readonly elapsedMs: number },
): TransferStep {
  if (!answer.ok) return withoutAnswer({ ...before, state: UNOFFERED }, answer.reason);
  const { state } = answer;
  switch (state.state) {
    case 'taken':
      return endWith({ ...before, state }, { type: 'taken' });
    case 'refused':
      return failWith({ ...before, state }, refusalText(state.message));
    case 'checking':
      return whileChecking({ ...before, state }, elapsedMs);
    case 'unoffered':
      return withoutProgress({ ...before, state }, NO_PROGRESS);
    case 'wanted':
      return state.offset < size
        ? afterBytes(before, state)
        : withoutProgress({ ...before, state: UNOFFERED }, NO_PROGRESS);
  }
}

/** What passes when a receiver restarts or its network comes back. */
const TEMPORARY: readonly Failure[] = [
  'unreachable',
  'unknown-name',
  'no-network',
  'no-name-service',
  'name-failed',
  'slow-name',
  'no-connection',
  'slow-tls',
  'too-late',
  'unfinished',
  'broken-off',
  'refused-start',
  'refused-no-key',
  'wrong-answer',
];

function withoutAnswer(before: TransferProgress, reason: Failure): TransferStep {
  const message = failurePredicate(reason);
  const step = withoutProgress(before, message);
  if (!TEMPORARY.includes(reason)) return step;
  const event = { type: 'away', message } as const;
  return step.outcome === undefined ? { ...step, event } : endWith(step.progress, event);
}

const NO_PROGRESS = 'did not accept any more of the bundle';

function afterBytes(before: TransferProgress, state: TransferState): TransferStep {
  const { offset } = state;
  const event = { type: 'sent', bytes: offset } as const;
  const progress = { ...before, state, offset, checkingSince: null };
  if (offset > before.offset) return { progress: { ...progress, failures: 0 }, event, pauseMs: 0 };
  if (offset < before.offset) {
    const losses = before.losses + 1;
    return losses > LOSSES_MAX
      ? failWith(progress, 'repeatedly lost what it had received')
      : { progress: { ...progress, losses }, event, pauseMs: 0 };
  }
  // An answer to a question is no progress and no failure; a chunk that was not accepted is a failure.
  const wasQuestion = before.state.state !== 'wanted';
  return wasQuestion ? { progress, event, pauseMs: 0 } : withoutProgress(progress, NO_PROGRESS);
}

function whileChecking(before: TransferProgress, elapsedMs: number): TransferStep {
  const checkingSince = before.checkingSince ?? elapsedMs;
  const progress = { ...before, checkingSince, failures: 0 };
  if (elapsedMs - checkingSince > CHECKING_MAX_MS)
    return failWith(progress, 'did not finish checking the bundle');
  return { progress, event: { type: 'whole' }, pauseMs: CHECK_AGAIN_MS };
}

function withoutProgress(before: TransferProgress, message: string): TransferStep {
  const progress = { ...before, failures: before.failures + 1 };
  return progress.failures >= FAILURES_MAX
    ? failWith(progress, message)
    : { progress, pauseMs: RETRY_MS };
}

const failWith = (progress: TransferProgress, message: string) =>
  endWith(progress, { type: 'failed', message });

function endWith(
  progress: TransferProgress,
  event: TargetEvent & { type: 'taken' | 'failed' | 'away' },
): TransferStep {
  return { progress, event, pauseMs: 0, outcome: event.type };
}

/** The reason is foreign text: shown on one line, without control characters. */
function refusalText(message: string | null): string {
  const clean = (message ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, ' ').trim();
  return clean === '' ? 'refused the bundle' : `refused the bundle: ${clean}`;
}
