import { TOAST } from '../../contract/limits.ts';
import { createValueStore } from '../shared/subscribable.ts';
import { after } from '../shared/time.ts';
import type { Notice } from './notices.ts';

/** A notice that is shown as a toast, or that was. */
export interface Toast extends Notice {
  readonly id: number;
  /** Device time, epoch milliseconds, at which it was shown, then at which it left the screen. */
  readonly at: number;
}

interface ToastState {
  readonly current: Toast | undefined;
  /** Newest first. */
  readonly dismissed: readonly Toast[];
}

interface ToastDeps {
  now(): number;
  /** Runs the task once after `ms`. @returns the undo */
  after(ms: number, task: () => void): () => void;
}

/** A page that is open for weeks keeps no more than this. */
const DISMISSED_MAX = 100;

export type ToastPolicy = ReturnType<typeof createToastPolicy>;

/**
 * What the specification asks of toasts (section 9) and Mantine does not do: a new one replaces the visible one at
 * once, the time left stands still while it is pointed at, and what left the screen stays in the bell's list.
 */
export function createToastPolicy(deps: ToastDeps) {
  const store = createValueStore<ToastState>({ current: undefined, dismissed: [] });
  let nextId = 1;
  let remainingMs = 0;
  let startedAt = 0;
  let stopCountdown: (() => void) | undefined;

  function countDown(): void {
    stopCountdown?.();
    startedAt = deps.now();
    stopCountdown = deps.after(remainingMs, dismiss);
  }

  function pause(): void {
    if (!stopCountdown) return;
    stopCountdown();
    stopCountdown = undefined;
    remainingMs -= deps.now() - startedAt;
  }

  function resume(): void {
    const { current } = store.get();
    if (current && current.autoClose !== false && !stopCountdown) countDown();
  }

  function withCurrent(): readonly Toast[] {
    const { current, dismissed } = store.get();
    if (!current) return dismissed;
    deps.after(TOAST.keepDismissedMs, forgetOld);
    return [{ ...current, at: deps.now() }, ...dismissed].slice(0, DISMISSED_MAX);
  }

  function dismiss(): void {
    if (!store.get().current) return;
    stopCountdown?.();
    stopCountdown = undefined;
    store.set({ current: undefined, dismissed: withCurrent() });
  }

  function forgetOld(): void {
    const since = deps.now() - TOAST.keepDismissedMs;
    const { current, dismissed } = store.get();
    store.set({ current, dismissed: dismissed.filter(({ at }) => at > since) });
  }

  return {
    /** Shows a notice in the place of the one that is visible, for TOAST.showMs unless it says otherwise. */
    show(notice: Notice): void {
      const dismissed = withCurrent();
      stopCountdown?.();
      stopCountdown = undefined;
      remainingMs = notice.autoClose || TOAST.showMs;
      store.set({ current: { ...notice, id: nextId++, at: deps.now() }, dismissed });
      resume();
    },
    dismiss,
    /** Stops the countdown while somebody points at the toast or is in it; `resume` continues it. */
    pause,
    resume,
    state: store.get,
    subscribe: store.subscribe,
  };
}

/** The toasts of this page. */
export const toasts = createToastPolicy({ now: () => Date.now(), after });
