import type { PHASES } from '../../contract/shapes/platform.ts';
import type { NoAnswer } from './no-answer.ts';

/** A kept connection has neither name, connect nor tls. */
export type Phase = (typeof PHASES)[number];

/** Milliseconds of each phase that there was; of several exchanges, as with redirects, their sum. */
export type PhasesMs = Readonly<Partial<Record<Phase, number>>>;

/** What a call that is not over at its deadline was waiting for. */
const OVERDUE: Readonly<Record<Phase, NoAnswer>> = {
  name: 'slow-name',
  connect: 'no-connection',
  tls: 'slow-tls',
  firstByte: 'too-late',
  end: 'unfinished',
};

export type Timing = ReturnType<typeof createTiming>;

/**
 * Measures phases at the events of sockets: what this process does between them is no part of any.
 *
 * @param elapsed monotonic milliseconds
 */
export function createTiming(elapsed: () => number = () => performance.now()) {
  const phasesMs: Partial<Record<Phase, number>> = {};
  let phase: Phase | undefined;
  let last: Phase | undefined;
  let since = 0;

  function stop(): void {
    if (phase !== undefined) phasesMs[phase] = (phasesMs[phase] ?? 0) + elapsed() - since;
    phase = undefined;
  }

  return {
    phasesMs: phasesMs as PhasesMs,
    /** Ends the phase before it. */
    enter(next: Phase): void {
      stop();
      phase = next;
      last = next;
      since = elapsed();
    },
    /** Its turn has not come: what is waited for until then is no part of it. */
    await(next: Phase): void {
      stop();
      last = next;
    },
    stop,
    /** @returns why there is no answer if the time is over now */
    overdue: (): NoAnswer => (last === undefined ? 'too-late' : OVERDUE[last]),
  };
}

/** @returns how long a call took, in tenths of a millisecond, without what this process itself spent between its phases */
export const latencyOf = ({ phasesMs }: { readonly phasesMs: PhasesMs }): number =>
  Math.round(Object.values(phasesMs).reduce((sum, ms) => sum + ms, 0) * 10) / 10;
