import { createSubscribable } from '../shared/subscribable.ts';

/**
 * impossible: this browser has none, or gives it to secure pages only. refused: asked for and not granted, for
 * now (a low battery, or no tap).
 */
export type WakeLockState =
  | { readonly state: 'impossible'; readonly why: 'insecure' | 'unsupported' }
  | { readonly state: 'off' }
  | { readonly state: 'on' }
  | { readonly state: 'refused'; readonly text: string };

/** What the browser's lock needs to have. */
export interface Sentinel {
  release(): Promise<unknown>;
  addEventListener(type: 'release', listener: () => void): void;
}

interface WakeLockDeps {
  /** Undefined where the browser has none. */
  readonly request: (() => Promise<Sentinel>) | undefined;
  readonly isSecure: boolean;
  readonly isVisible: () => boolean;
  /** Calls the listener when the page becomes visible again. @returns the undo */
  readonly onVisible: (listener: () => void) => () => void;
  /** Whether the screen is to stay awake, beyond a reload. */
  readonly preference: { get(): boolean; set(awake: boolean): void };
}

/**
 * Keeps this device's screen awake: asked for on a tap, and again when the page is seen again, since a browser
 * lets it go whenever the page is hidden. The state is what the browser granted, not what was asked for. The preference
 * is this device's and outlives a wall; the lock is the wall's and ends with it.
 */
export function createWakeLock(deps: WakeLockDeps) {
  const { request, preference } = deps;
  const changes = createSubscribable();
  let lock: Sentinel | undefined;
  let asking = false;
  /** What the browser grants late may no longer be wanted. */
  let wanted = false;
  let state: WakeLockState =
    request === undefined
      ? { state: 'impossible', why: deps.isSecure ? 'unsupported' : 'insecure' }
      : { state: 'off' };

  function set(next: WakeLockState): void {
    state = next;
    changes.emit();
  }

  function keep(granted: Sentinel): void {
    lock = granted;
    set({ state: 'on' });
    granted.addEventListener('release', () => {
      if (lock !== granted) return;
      lock = undefined;
      set({ state: 'off' });
    });
  }

  async function take(): Promise<void> {
    wanted = true;
    if (request === undefined || lock !== undefined || asking || !deps.isVisible()) return;
    asking = true;
    try {
      const granted = await request();
      if (wanted) keep(granted);
      else await granted.release();
    } catch (error) {
      set({ state: 'refused', text: error instanceof Error ? error.message : String(error) });
    } finally {
      asking = false;
    }
  }

  const takeAgain = () => {
    if (preference.get()) void take();
  };
  async function letGo(): Promise<void> {
    wanted = false;
    await lock?.release();
  }

  return {
    /**
     * A wall is shown: takes the lock where it was asked for before, now and each time the page is seen again.
     *
     * @returns the undo, which lets the screen sleep and keeps the preference
     */
    begin(): () => void {
      const stop = deps.onVisible(takeAgain);
      takeAgain();
      return () => {
        stop();
        void letGo();
      };
    },
    state: () => state,
    subscribe: changes.subscribe,
    /** To be called by a tap: some browsers grant it only then. */
    async ask(): Promise<void> {
      preference.set(true);
      await take();
    },
    async release(): Promise<void> {
      preference.set(false);
      await letGo();
    },
  };
}
