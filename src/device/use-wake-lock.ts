import { useEffect, useSyncExternalStore } from 'react';
import { deviceStorage } from './storage.ts';
import { createWakeLock, type WakeLockState } from './wake-lock.ts';

const PREFERENCE = 'keep-awake';

const wakeLock = createWakeLock({
  request: 'wakeLock' in navigator ? () => navigator.wakeLock.request('screen') : undefined,
  isSecure: isSecureContext,
  isVisible: () => document.visibilityState === 'visible',
  onVisible(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
  preference: {
    get: () => deviceStorage.get(PREFERENCE) === 'yes',
    set: (awake) => deviceStorage.set(PREFERENCE, awake ? 'yes' : 'no'),
  },
});

export const askToStayAwake = wakeLock.ask;
export const letSleep = wakeLock.release;

/** For a wall: keeps the screen awake for as long as it is shown, where it was asked for on this device. */
export function useStayAwake(): void {
  useEffect(wakeLock.begin, []);
}

export function useWakeLock(): WakeLockState {
  return useSyncExternalStore(wakeLock.subscribe, wakeLock.state);
}
