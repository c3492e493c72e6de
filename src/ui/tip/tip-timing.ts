/**
 * When a tooltip opens: after a delay, at once for who comes by keyboard, and at once while moving along
 * from another one that was open a moment ago. It knows no pixels; timers are given to it.
 */
export interface TipTiming<Owner> {
  /** The pointer is over an owner. */
  over(owner: Owner): void;
  /** An owner has the focus, or its press was refused: shown at once. */
  at(owner: Owner): void;
  /** The pointer, or the focus, has left. */
  away(): void;
  /** Pressed, scrolled or Escape: gone at once, and the next one waits its whole delay. */
  dismiss(): void;
}

export interface TipDoors<Owner> {
  readonly openMs: number;
  readonly skipMs: number;
  readonly now: () => number;
  /** @returns the undo */
  readonly after: (ms: number, run: () => void) => () => void;
  /** Undefined: nothing is shown. */
  readonly show: (owner: Owner | undefined) => void;
}

/** How long a tooltip stays when the pointer leaves, so that it can be reached and read (WCAG 1.4.13). */
const LINGER_MS = 120;

export function createTipTiming<Owner>(doors: TipDoors<Owner>): TipTiming<Owner> {
  let shown: Owner | undefined;
  let closedAt = Number.NEGATIVE_INFINITY;
  let cancel = (): void => undefined;

  function set(owner: Owner | undefined): void {
    cancel();
    if (shown !== undefined && owner === undefined) closedAt = doors.now();
    if (shown === owner) return;
    shown = owner;
    doors.show(owner);
  }

  function later(ms: number, owner: Owner | undefined): void {
    cancel();
    cancel = doors.after(ms, () => set(owner));
  }

  return {
    over(owner) {
      const skips = shown !== undefined || doors.now() - closedAt < doors.skipMs;
      if (skips) set(owner);
      else later(doors.openMs, owner);
    },
    at: set,
    away() {
      if (shown === undefined) cancel();
      else later(LINGER_MS, undefined);
    },
    dismiss() {
      set(undefined);
      closedAt = Number.NEGATIVE_INFINITY;
    },
  };
}
