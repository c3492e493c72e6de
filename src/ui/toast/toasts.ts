import { TOAST } from '../../../contract/limits.ts';

/**
 * The one toast that is visible and the ones that were. A new toast takes the place of the old; what left the
 * screen is kept for the bell for TOAST.keepDismissedMs. Knows time by its doors and no pixels.
 */
export type ToastTone = 'neutral' | 'good' | 'bad';

/** What there is to say; `bad` is the specification's destructive toast. */
export interface ToastMessage {
  title: string;
  text?: string;
  tone: ToastTone;
}

export interface Toast extends ToastMessage {
  id: number;
  /** Device time, epoch milliseconds: how long it stays is counted on this device alone. */
  at: number;
}

export interface ToastState {
  current: Toast | undefined;
  /** Newest first. */
  past: readonly Toast[];
}

export interface ToastDoors {
  now(): number;
  /** Runs `task` once after `ms`, unless the returned undo is called first. */
  after(ms: number, task: () => void): () => void;
}

/** A wall that stays up for weeks keeps no more than this, however much happens. */
const PAST_MAX = 100;

export type Toasts = ReturnType<typeof createToasts>;

/** @returns the store behind the toast area and the bell */
export function createToasts(doors: ToastDoors) {
  let state: ToastState = { current: undefined, past: [] };
  let nextId = 1;
  let remainingMs = 0;
  let startedAt = 0;
  let stopCountdown: (() => void) | undefined;
  let stopForgetting: (() => void) | undefined;
  const listeners = new Set<() => void>();

  function change(next: ToastState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function countDown(): void {
    stopCountdown?.();
    startedAt = doors.now();
    stopCountdown = doors.after(remainingMs, dismiss);
  }

  function pause(): void {
    if (!stopCountdown) return;
    stopCountdown();
    stopCountdown = undefined;
    remainingMs -= doors.now() - startedAt;
  }

  function resume(): void {
    if (state.current && !stopCountdown) countDown();
  }

  function withPast(): readonly Toast[] {
    if (!state.current) return state.past;
    return [{ ...state.current, at: doors.now() }, ...state.past].slice(0, PAST_MAX);
  }

  function dismiss(): void {
    stopCountdown?.();
    stopCountdown = undefined;
    change({ current: undefined, past: withPast() });
    forgetLater();
  }

  function forgetLater(): void {
    stopForgetting?.();
    const oldest = state.past.at(-1);
    stopForgetting =
      oldest && doors.after(oldest.at + TOAST.keepDismissedMs - doors.now(), forgetOld);
  }

  function forgetOld(): void {
    const since = doors.now() - TOAST.keepDismissedMs;
    change({ ...state, past: state.past.filter((toast) => toast.at > since) });
    forgetLater();
  }

  return {
    /** Shows a toast for TOAST.showMs in the place of the one that is visible. */
    show(message: ToastMessage): void {
      const past = withPast();
      change({ current: { ...message, id: nextId++, at: doors.now() }, past });
      remainingMs = TOAST.showMs;
      countDown();
      forgetLater();
    },
    dismiss,
    /** Stops the countdown while somebody points at the toast or is in it; `resume` goes on from there. */
    pause,
    resume,
    /** Empties the bell's list. */
    clearPast(): void {
      change({ ...state, past: [] });
      forgetLater();
    },
    state: (): ToastState => state,
    /** @returns the undo */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The toasts of this page. */
export const toasts = createToasts({
  now: () => Date.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
});

/** Says something in the toast area. */
export function showToast(message: ToastMessage): void {
  toasts.show(message);
}
