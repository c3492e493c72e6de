import { useCallback, useSyncExternalStore } from 'react';
import type { Age, ConnectionState, Entry, StorageState } from '../shared/model.ts';
import { createSubscribable } from '../shared/subscribable.ts';
import { ageOf } from './age.ts';
import { workerClient } from './worker-client.ts';

const { status, serverNow } = workerClient;

export function useConnection(): ConnectionState {
  return useSyncExternalStore(status.subscribe, () => status.get().connection);
}

/** Server time, epoch milliseconds, in steps of `everyMs` (at least a second). */
export function useServerNow(everyMs: number): number {
  return useSyncExternalStore(onTick, () => Math.floor(shownNow / everyMs) * everyMs);
}

/** Server time as screens show it, epoch milliseconds. */
export const serverNowShown = (): number => shownNow;

/** What is said of server time; renders again only when the text is another. */
export function useTimeText(textOf: (now: number) => string): string {
  return useSyncExternalStore(onTick, () => textOf(shownNow));
}

/** Renders again only for a new value. @param select returns a text, a number or a boolean */
export function useConnectionValue<T extends string | number | boolean | undefined>(
  select: (connection: ConnectionState, now: number) => T,
): T {
  return useSyncExternalStore(onTickOrStatus, () =>
    select(status.get().connection, Math.floor(shownNow / TICK_MS) * TICK_MS),
  );
}

export function useClockSkew(): number {
  return useSyncExternalStore(status.subscribe, () => status.get().skewMs);
}

export function useStorageState(): StorageState {
  return useSyncExternalStore(status.subscribe, () => status.get().storage);
}

export function useAge(entry: Entry | undefined): Age {
  return useSyncExternalStore(
    onTickOrStatus,
    useCallback(() => ageNow(entry), [entry]),
  );
}

export const ageNow = (entry: Entry | undefined): Age =>
  ageOf(entry, status.get().connection, shownNow);

export function onTickOrStatus(listener: () => void): () => void {
  const undo = [onTick(listener), status.subscribe(listener)];
  return () => {
    for (const stop of undo) stop();
  };
}

/** The page's one clock for ages and countdowns. It rests while nobody listens or can look. */
const TICK_MS = 1000;

/** It stands still between ticks: React would render everything again for a value that changes while it renders. */
let shownNow = serverNow();
status.subscribe(() => {
  shownNow = serverNow();
});

const ticks = createSubscribable(() => {
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    stop();
  };
});
let timer: ReturnType<typeof setInterval> | undefined;

export const onTick = ticks.subscribe;

function follow(): void {
  if (document.visibilityState !== 'visible') stop();
  else if (timer === undefined) {
    timer = setInterval(tick, TICK_MS);
    tick();
  }
}

function tick(): void {
  shownNow = serverNow();
  ticks.emit();
}

function stop(): void {
  clearInterval(timer);
  timer = undefined;
}
