import type { Failure } from '../mesh/failure.ts';
import { wordsOf } from '../mesh/failure.ts';
import type { ParcelState } from '../mesh/parcels.ts';
import type { TargetEvent } from './deploy-target.ts';

/**
 * What a sender makes of each answer: the rules of a transfer, without the transfer. A receiver may lose
 * what it had or say nothing for a while, but not without end: every transfer ends after a bounded number
 * of calls that bring nothing on.
 */
export interface Progress {
  /** What is to be done next follows from it: send what is wanted, else ask. */
  readonly state: ParcelState;
  /** The furthest that the receiver was known to have got. */
  readonly offset: number;
  /** Calls in a row that brought nothing on. */
  readonly tries: number;
  /** How often the receiver had less than before. */
  readonly losses: number;
  /** Monotonic milliseconds since when it has been checking. */
  readonly checkingSince: number | null;
}

export type Heard =
  | { readonly ok: true; readonly state: ParcelState }
  | { readonly ok: false; readonly reason: Failure };

export interface Move {
  readonly progress: Progress;
  readonly event?: TargetEvent;
  /** To be waited for before the next call. */
  readonly pauseMs: number;
  readonly end?: 'taken' | 'failed';
}

export const TRIES_MAX = 3;
export const LOSSES_MAX = 3;
const RETRY_MS = 1_000;
const LOOK_AGAIN_MS = 300;
/** The longest that a receiver may inspect what it has. */
export const CHECKING_MAX_MS = 15 * 60 * 1000;

const UNOFFERED: ParcelState = { state: 'unoffered', offset: 0, message: null };

export const NOT_BEGUN: Progress = {
  state: UNOFFERED,
  offset: 0,
  tries: 0,
  losses: 0,
  checkingSince: null,
};

/** @returns what follows from an answer, or from none, to the call that `before` asked for */
export function moveAfter(
  before: Progress,
  heard: Heard,
  { size, elapsedMs }: { readonly size: number; readonly elapsedMs: number },
): Move {
  if (!heard.ok) return inVain({ ...before, state: UNOFFERED }, wordsOf(heard.reason));
  const { state } = heard;
  switch (state.state) {
    case 'taken':
      return end({ ...before, state }, { what: 'taken' });
    case 'refused':
      return failed({ ...before, state }, refusalWords(state.message));
    case 'checking':
      return checking({ ...before, state }, elapsedMs);
    case 'unoffered':
      return inVain({ ...before, state }, NO_PROGRESS);
    case 'wanted':
      return state.offset < size
        ? onward(before, state)
        : inVain({ ...before, state: UNOFFERED }, NO_PROGRESS);
  }
}

const NO_PROGRESS = 'does not get on with taking the bundle';

function onward(before: Progress, state: ParcelState): Move {
  const { offset } = state;
  const event = { what: 'sent', bytes: offset } as const;
  const progress = { ...before, state, offset, checkingSince: null };
  if (offset > before.offset) return { progress: { ...progress, tries: 0 }, event, pauseMs: 0 };
  if (offset < before.offset) {
    const losses = before.losses + 1;
    return losses > LOSSES_MAX
      ? failed(progress, 'loses what it was sent, again and again')
      : { progress: { ...progress, losses }, event, pauseMs: 0 };
  }
  // To be told where it stands is no progress, but no failure either; a chunk that it did not take is one.
  const asked = before.state.state !== 'wanted';
  return asked ? { progress, event, pauseMs: 0 } : inVain(progress, NO_PROGRESS);
}

function checking(before: Progress, elapsedMs: number): Move {
  const checkingSince = before.checkingSince ?? elapsedMs;
  const progress = { ...before, checkingSince, tries: 0 };
  if (elapsedMs - checkingSince > CHECKING_MAX_MS)
    return failed(progress, 'does not come to an end with checking the bundle');
  return { progress, event: { what: 'whole' }, pauseMs: LOOK_AGAIN_MS };
}

function inVain(before: Progress, words: string): Move {
  const progress = { ...before, tries: before.tries + 1 };
  return progress.tries >= TRIES_MAX ? failed(progress, words) : { progress, pauseMs: RETRY_MS };
}

const failed = (progress: Progress, message: string) => end(progress, { what: 'failed', message });

function end(progress: Progress, event: TargetEvent & { what: 'taken' | 'failed' }): Move {
  return { progress, event, pauseMs: 0, end: event.what };
}

/** The reason is foreign text: shown on one line, without what could steer a terminal. */
function refusalWords(message: string | null): string {
  const clean = (message ?? '').replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, ' ').trim();
  return clean === '' ? 'refuses the bundle' : `refuses the bundle: ${clean}`;
}
