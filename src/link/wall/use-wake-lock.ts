import { useEffect, useSyncExternalStore } from 'react';
import { createWakeLock, type WakeLockState } from './wake-lock.ts';

const WISH = 'keep-awake';

const wakeLock = createWakeLock({
  request: 'wakeLock' in navigator ? () => navigator.wakeLock.request('screen') : undefined,
  isSecure: isSecureContext,
  isVisible: () => document.visibilityState === 'visible',
  onVisible(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  wish: {
    get() {
      try {
        return localStorage.getItem(WISH) === 'yes';
      } catch {
        // A browser may forbid storage altogether: then it is wished for anew on each page.
        return false;
      }
    },
    set(wished) {
      try {
        localStorage.setItem(WISH, wished ? 'yes' : 'no');
      } catch {
        // As above.
      }
    },
  },
});

export const askToStayAwake = wakeLock.ask;
export const letSleep = wakeLock.release;

/** For a wall: keeps the screen awake for as long as it is shown, where somebody wished for it on this device. */
export function useStayAwake(): void {
  useEffect(wakeLock.begin, []);
}

export function useWakeLock(): WakeLockState {
  return useSyncExternalStore(wakeLock.subscribe, wakeLock.state);
}
