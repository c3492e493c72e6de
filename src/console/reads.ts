import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { AnswerOf, ReadName } from '../../contract/calls.ts';
import { type Key, keyOf, type PathParams } from '../../contract/paths.ts';
import type { Age, Entry, Reading, ReadState } from '../shared/model.ts';
import { ApiError } from '../shared/outcome.ts';
import { undoAll } from '../shared/subscribable.ts';
import { trueAt } from './age.ts';
import { ageNow, onTickOrStatus, useAge } from './connection.ts';
import { pageCache } from './page-cache.ts';
import { workerClient } from './worker-client.ts';

/**
 * Keeps a read current while the component is mounted. The worker reads and pushes; nothing is fetched here.
 *
 * @param params values of the path's braces; null while there is nothing to read yet
 */
export function useRead<Name extends ReadName>(
  name: Name,
  params: PathParams | null = EVERY,
): Reading<AnswerOf<Name>> {
  const key = params === null ? NOTHING : keyOf(name, params);
  useSubscription(name, params);
  const entry = useSyncExternalStore(pageCache.subscribe, () =>
    pageCache.entry<AnswerOf<Name>>(key),
  );
  const age = useAge(entry);
  return useMemo(() => readingOf(entry, age), [entry, age]);
}

/** As `useRead`, for who shows nothing of how old the data is: it renders again only when the data is another. */
export function useReadData<Name extends ReadName>(
  name: Name,
  params: PathParams | null = EVERY,
): AnswerOf<Name> | undefined {
  const key = params === null ? NOTHING : keyOf(name, params);
  useSubscription(name, params);
  return useSyncExternalStore(
    pageCache.subscribe,
    () => pageCache.entry<AnswerOf<Name>>(key)?.data,
  );
}

/**
 * Keeps several reads current.
 *
 * @param names the same array at each call
 * @returns whether there is an answer, last-known data or a failure of each
 */
export function useAreRead(names: readonly ReadName[]): boolean {
  useEffect(() => undoAll(names.map((name) => workerClient.subscribe(name))), [names]);
  return useSyncExternalStore(pageCache.subscribe, () =>
    names.every((name) => isRead(pageCache.entry(keyOf(name)))),
  );
}

/**
 * As `useRead`, for who shows how the read stands and none of its data: nothing is rendered again by what comes in while
 * the read is fresh.
 */
export function useReadState(name: ReadName): ReadState {
  useSubscription(name, EVERY);
  const read = useMemo(() => createStateReader(keyOf(name)), [name]);
  return useSyncExternalStore(onCacheTickOrStatus, read);
}

const EVERY: PathParams = {};

export const onCacheTickOrStatus = (listener: () => void) =>
  undoAll([pageCache.subscribe(listener), onTickOrStatus(listener)]);

/** @returns a function with the state now: the same object as long as nothing changed that a screen shows of it */
function createStateReader(key: Key): () => ReadState {
  let known: { entry: Entry | undefined; state: ReadState } | undefined;
  return () => {
    const entry = pageCache.entry(key);
    const { data: _, ...state } = readingOf(entry, ageNow(entry));
    const isSame =
      known?.state.age === state.age &&
      known.state.loading === state.loading &&
      known.entry?.failure === entry?.failure &&
      // How old fresh data is, is not shown.
      (known.state.at === state.at || (state.age === 'fresh' && !state.failure));
    if (!isSame || !known) known = { entry, state };
    return known.state;
  };
}

/** Reads again now. Resolves when the answer, or the failure, is on its way to the screen. */
export function refreshRead(name: ReadName, params: PathParams = {}): Promise<void> {
  return workerClient.refresh(name, params);
}

/** Whether a read failed because this server does not have it. */
export const isMissing = (read: { readonly failure: { readonly status: number } | undefined }) =>
  read.failure?.status === 404;

/** The key of no read. */
const NOTHING: Key = [];

function useSubscription(name: ReadName, params: PathParams | null): void {
  // Callers write `params` in place, a new object each time; only its text shows whether it changed.
  const text = JSON.stringify(params);
  useEffect(() => {
    const values = JSON.parse(text) as PathParams | null;
    return values === null ? undefined : workerClient.subscribe(name, values);
  }, [name, text]);
}

function readingOf<T>(entry: Entry<T> | undefined, age: Age): Reading<T> {
  return {
    data: entry?.data,
    at: trueAt(entry, workerClient.status.get().connection),
    age,
    failure: entry?.failure && new ApiError(entry.failure),
    loading: !isRead(entry),
  };
}

const isRead = (entry: Entry | undefined): boolean =>
  entry?.data !== undefined || entry?.failure !== undefined;
