import { useCallback, useSyncExternalStore } from 'react';
import type { Age, ConnectionState, Entry, StorageState } from '../shared/model.ts';
import { createSubscribable, undoAll } from '../shared/subscribable.ts';
import { ageOf } from './age.ts';
import { workerClient } from './worker-client.ts';

const { status, serverNow } = workerClient;

/** This screen's connection to the server. It says nothing of the platforms. */
export function useConnection(): ConnectionState {
  return useSyncExternalStore(status.subscribe, () => status.get().connection);
}

/** Server time, epoch milliseconds, in steps of `everyMs` (at least a second); most texts name minutes. */
export function useServerNow(everyMs = 5000): number {
  return useSyncExternalStore(onTick, () => Math.floor(shownNow / everyMs) * everyMs);
}

/** Server time as screens show it, epoch milliseconds. */
export const serverNowShown = (): number => shownNow;

/** What is said of server time; renders again only when the text is another. */
export function useTimeText(textOf: (now: number) => string): string {
  return useSyncExternalStore(onTick, () => textOf(shownNow));
}

/**
 * What a component shows of the connection, and nothing else of it, which changes with every message.
 *
 * @param select returns a text, a number or a boolean; a new one renders the component again
 */
export function useConnectionValue<T extends string | number | boolean | undefined>(
  select: (connection: ConnectionState, now: number) => T,
): T {
  return useSyncExternalStore(onTickOrStatus, () =>
    select(status.get().connection, Math.floor(shownNow / TICK_MS) * TICK_MS),
  );
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
    useCallback(() => ageNow(entry), [entry]),
  );
}

/** @returns how far an entry can be trusted at the time that screens show */
export const ageNow = (entry: Entry | undefined): Age =>
  ageOf(entry, status.get().connection, shownNow);

export const onTickOrStatus = (listener: () => void) =>
  undoAll([onTick(listener), status.subscribe(listener)]);

/**
 * The page's one clock for ages and countdowns on the screen. It moves no data; it rests while nobody
 * listens or can look.
 */
const TICK_MS = 1000;

/**
 * The time that screens show. It stands still between ticks: a value that changes while React renders in slices makes it
 * render everything again, at once.
 */
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

/** Calls the listener about once a second. @returns the undo */
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
