import { useCallback, useSyncExternalStore } from 'react';
import type { Age, ConnectionState, Entry, StorageState } from '../shared/model.ts';
import { ageOf } from './age.ts';
import { onTick } from './ticks.ts';
import { workerClient } from './worker-client.ts';

const { status, serverNow } = workerClient;

/** This screen's connection to the server. It says nothing of the platforms. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(status.subscribe, () => status.get().connection);
}

/** Server time, epoch milliseconds, in steps of `everyMs` (at least a second). */
export function useServerNow(everyMs: number): number {
  const step = () => Math.floor(serverNow() / everyMs) * everyMs;
  return useSyncExternalStore(onTick, step);
}

/** Server time minus this device's clock, milliseconds. */
export function useClockSkew(): number {
  return useSyncExternalStore(status.subscribe, () => status.get().skewMs);
}

/** Where last-known data is kept; 'memory' means that a reload starts empty. */
export function useStorageState(): StorageState {
  return useSyncExternalStore(status.subscribe, () => status.get().storage);
}

/** How far an entry can be trusted now; renders again only when that changes. */
export function useAge(entry: Entry | undefined): Age {
  return useSyncExternalStore(
    onTickOrStatus,
    useCallback(() => ageOf(entry, status.get().connection, serverNow()), [entry]),
  );
}

function onTickOrStatus(listener: () => void): () => void {
  const undo = [onTick(listener), status.subscribe(listener)];
  return () => {
    for (const stop of undo) stop();
  };
}
