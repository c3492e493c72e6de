/**
 * How far one target has got in taking a bundle:
 *
 *   waiting | failed --queued--> queued --sent--> sending --whole--> checking --taken--> taken
 *                                  queued, sending, checking --failed--> failed
 *                                  checking --sent--> sending    the receiver lost what it had
 *
 * What has been taken stays taken: a deployment that is tried again goes to the others alone.
 */
export const TARGET_STATUSES = [
  'waiting',
  'queued',
  'sending',
  'checking',
  'taken',
  'failed',
] as const;
export type TargetStatus = (typeof TARGET_STATUSES)[number];

export interface Target {
  readonly platform: string;
  readonly status: TargetStatus;
  readonly sentBytes: number;
  /** Why it failed; null otherwise. */
  readonly message: string | null;
}

export type TargetEvent =
  | { readonly what: 'queued' }
  | { readonly what: 'sent'; readonly bytes: number }
  | { readonly what: 'whole' }
  | { readonly what: 'taken' }
  | { readonly what: 'failed'; readonly message: string };

export const isUnderWay = ({ status }: Pick<Target, 'status'>): boolean =>
  status === 'queued' || status === 'sending' || status === 'checking';

/** @returns the target after the event; the same object when the event changes nothing */
export function targetAfter(target: Target, event: TargetEvent, size: number): Target {
  if (event.what === 'queued')
    return target.status === 'waiting' || target.status === 'failed'
      ? { ...target, status: 'queued', message: null }
      : target;
  if (!isUnderWay(target)) return target;
  switch (event.what) {
    case 'sent': {
      const sentBytes = Math.min(Math.max(0, event.bytes), size);
      const same = target.status === 'sending' && target.sentBytes === sentBytes;
      return same ? target : { ...target, status: 'sending', sentBytes };
    }
    case 'whole':
      return target.status === 'checking'
        ? target
        : { ...target, status: 'checking', sentBytes: size };
    case 'taken':
      return { ...target, status: 'taken', sentBytes: size };
    case 'failed':
      return { ...target, status: 'failed', message: event.message };
  }
}

/** Where a whole deployment stands: nobody was asked, some are under way, all took it, or some did not. */
export type DeployState = 'idle' | 'under-way' | 'deployed' | 'incomplete';

export function deployStateOf(targets: readonly Pick<Target, 'status'>[]): DeployState {
  if (targets.some(isUnderWay)) return 'under-way';
  if (targets.length > 0 && targets.every(({ status }) => status === 'taken')) return 'deployed';
  return targets.some(({ status }) => status === 'failed') ? 'incomplete' : 'idle';
}
