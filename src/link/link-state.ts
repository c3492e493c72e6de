import { useCallback, useSyncExternalStore } from 'react';
import type { Entry, LinkState, StorageState } from '../worker/api.ts';
import { type Age, ageOf } from './age.ts';
import { onTick } from './ticks.ts';
import { dataWorker } from './worker.ts';

export type { LinkState } from '../worker/api.ts';

const { mirror } = dataWorker;

/** This screen's link to the server. It says nothing of the platforms. */
export function useLinkState(): LinkState {
  return useSyncExternalStore(mirror.subscribe, mirror.link);
}

/** Server time, epoch milliseconds, in steps of `everyMs` (at least a second). */
export function useServerNow(everyMs: number): number {
  const step = () => Math.floor(mirror.serverNow() / everyMs) * everyMs;
  return useSyncExternalStore(onTick, step);
}

/** Server time minus this device's clock, milliseconds. */
export function useClockSkew(): number {
  return useSyncExternalStore(mirror.subscribe, mirror.skewMs);
}

/** Where last-known data is kept; 'memory' means that a reload starts empty. */
export function useStorageState(): StorageState {
  return useSyncExternalStore(mirror.subscribe, mirror.storage);
}

/** How far an entry can be trusted now; renders again only when that changes. */
export function useAge(entry: Entry | undefined): Age {
  return useSyncExternalStore(
    onTickOrPush,
    useCallback(() => ageOf(entry, mirror.link(), mirror.serverNow()), [entry]),
  );
}

function onTickOrPush(listener: () => void): () => void {
  const stopTicks = onTick(listener);
  const stopPushes = mirror.subscribe(listener);
  return () => {
    stopTicks();
    stopPushes();
  };
}
