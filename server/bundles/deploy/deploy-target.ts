import { isDeepStrictEqual } from 'node:util';
import { deploymentOf, IN_PROGRESS } from '../rows/deployments.ts';

/**
 * The progress of a deployment to one target platform:
 *
 *   waiting | failed --queued--> queued --sent--> sending --whole--> checking --taken--> taken
 *                                  in progress --failed--> failed
 *                                  in progress --away--> retrying --sent, whole, taken--> ...
 *                                  checking --sent--> sending    the receiver lost what it had
 *
 * A delivered bundle stays delivered: the next deployment goes to the other targets only.
 */
export const TARGET_STATUSES = [
  'waiting',
  'queued',
  'sending',
  'checking',
  'retrying',
  'taken',
  'failed',
] as const;
type TargetStatus = (typeof TARGET_STATUSES)[number];

export interface Target {
  readonly platform: string;
  readonly status: TargetStatus;
  readonly sentBytes: number;
  /** Why it failed or is tried again; null otherwise. */
  readonly message: string | null;
  /** Until when it is tried again, ISO 8601; null when it is not. */
  readonly retryUntil: string | null;
}

export type TargetEvent =
  | { readonly type: 'queued' }
  | { readonly type: 'sent'; readonly bytes: number }
  | { readonly type: 'whole' }
  | { readonly type: 'taken' }
  /** The receiver does not answer; it is tried again, until a time that its sender knows. */
  | { readonly type: 'away'; readonly message: string; readonly until?: string }
  | { readonly type: 'failed'; readonly message: string };

export const isInProgress = ({ status }: Pick<Target, 'status'>): boolean =>
  IN_PROGRESS.includes(status);

/** @returns the target after the event; the same object when the event changes nothing */
export function applyTargetEvent(target: Target, event: TargetEvent, size: number): Target {
  if (event.type === 'queued')
    return target.status === 'waiting' || target.status === 'failed'
      ? { ...target, status: 'queued', message: null }
      : target;
  if (!isInProgress(target)) return target;
  switch (event.type) {
    case 'sent': {
      const sentBytes = Math.min(Math.max(0, event.bytes), size);
      return changed(target, { status: 'sending', sentBytes, message: null });
    }
    case 'whole':
      return changed(target, { status: 'checking', sentBytes: size, message: null });
    case 'taken':
      return changed(target, { status: 'taken', sentBytes: size, message: null });
    case 'away':
      return changed(target, {
        status: 'retrying',
        message: event.message,
        retryUntil: event.until ?? null,
      });
    case 'failed':
      return changed(target, { status: 'failed', message: event.message });
  }
}

function changed(target: Target, change: Partial<Target>): Target {
  const after = { ...target, retryUntil: null, ...change };
  return isDeepStrictEqual(after, target) ? target : after;
}

export const deployStateOf = (targets: readonly Pick<Target, 'status'>[]): string =>
  deploymentOf(targets)?.state ?? 'idle';
