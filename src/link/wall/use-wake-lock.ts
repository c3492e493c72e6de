import { useSyncExternalStore } from 'react';
import { createWakeLock, type WakeLockState } from './wake-lock.ts';

const WISH = 'keep-awake';

const wakeLock = createWakeLock({
  request: 'wakeLock' in navigator ? () => navigator.wakeLock.request('screen') : undefined,
  isSecure: isSecureContext,
  isVisible: () => document.visibilityState === 'visible',
  onVisible: (listener) => document.addEventListener('visibilitychange', listener),
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

export function useWakeLock(): WakeLockState {
  return useSyncExternalStore(wakeLock.subscribe, wakeLock.state);
}
