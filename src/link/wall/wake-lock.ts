/**
 * Keeps this device's screen awake: asked for on a tap, and again when the page is seen again, since a browser
 * lets it go whenever the page is hidden. The state is what the browser granted, not what was wished for.
 */
export interface WakeLock {
  state(): WakeLockState;
  /** @returns the undo */
  subscribe(listener: () => void): () => void;
  /** To be called by a tap: some browsers grant it only then. */
  ask(): Promise<void>;
  release(): Promise<void>;
}

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

export interface WakeLockDoors {
  /** Undefined where the browser has none. */
  readonly request: (() => Promise<Sentinel>) | undefined;
  readonly isSecure: boolean;
  readonly isVisible: () => boolean;
  /** Told when the page is seen again. */
  readonly onVisible: (listener: () => void) => void;
  /** Whether it was wished for, beyond a reload. */
  readonly wish: { get(): boolean; set(wished: boolean): void };
}

export function createWakeLock(doors: WakeLockDoors): WakeLock {
  const { request, wish } = doors;
  const listeners = new Set<() => void>();
  let lock: Sentinel | undefined;
  let asking = false;
  let state: WakeLockState =
    request === undefined
      ? { state: 'impossible', why: doors.isSecure ? 'unsupported' : 'insecure' }
      : { state: 'off' };

  function set(next: WakeLockState): void {
    state = next;
    for (const listener of listeners) listener();
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
    if (request === undefined || lock !== undefined || asking || !doors.isVisible()) return;
    asking = true;
    try {
      keep(await request());
    } catch (error) {
      set({ state: 'refused', text: error instanceof Error ? error.message : String(error) });
    } finally {
      asking = false;
    }
  }

  const takeAgain = () => {
    if (wish.get()) void take();
  };
  doors.onVisible(takeAgain);
  takeAgain();

  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async ask() {
      wish.set(true);
      await take();
    },
    async release() {
      wish.set(false);
      await lock?.release();
    },
  };
}
