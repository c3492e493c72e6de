import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { AnswerOf, ReadName } from '../../contract/calls.ts';
import { type Key, keyOf, type PathParams } from '../../contract/paths.ts';
import type { Entry } from '../worker/api.ts';
import { type Age, trueAt } from './age.ts';
import { useAge } from './link-state.ts';
import { ApiError } from './outcome.ts';
import { dataWorker } from './worker.ts';

/** What a screen knows of one read. */
export interface Reading<T> {
  readonly data: T | undefined;
  /** Server time, epoch milliseconds, at which the data was last known to be true. */
  readonly at: number | undefined;
  readonly age: Age;
  /** Of the last try; data from before it stays. */
  readonly failure: ApiError | undefined;
  /** Nothing is known yet, neither data nor failure. */
  readonly loading: boolean;
}

/**
 * Watches a read while the component is mounted. The worker reads and pushes; here nothing is fetched.
 *
 * @param params values of the path's braces; null while there is nothing to read yet
 */
export function useRead<Name extends ReadName>(
  name: Name,
  params: PathParams | null = {},
): Reading<AnswerOf<Name>> {
  const key = params === null ? NOTHING : keyOf(name, params);
  useWatch(name, params);
  const { data: entry } = useQuery<Entry<AnswerOf<Name>>>({
    queryKey: key,
    queryFn: skipToken,
    initialData: () => dataWorker.mirror.entry(key) as Entry<AnswerOf<Name>> | undefined,
  });
  const age = useAge(entry);
  return useMemo(() => readingOf(entry, age), [entry, age]);
}

/** Reads again now. Resolves when the answer, or the failure, is on its way to the screen. */
export function readAgain(name: ReadName, params: PathParams = {}): Promise<void> {
  return dataWorker.refresh(name, params);
}

/** The key of no read. */
const NOTHING: Key = [];

function useWatch(name: ReadName, params: PathParams | null): void {
  // Callers write `params` in place, a new object each time; its text tells whether it changed.
  const text = JSON.stringify(params);
  useEffect(() => {
    const values = JSON.parse(text) as PathParams | null;
    return values === null ? undefined : dataWorker.watch(name, values);
  }, [name, text]);
}

function readingOf<T>(entry: Entry<T> | undefined, age: Age): Reading<T> {
  return {
    data: entry?.data,
    at: entry && trueAt(entry, dataWorker.mirror.link()),
    age,
    failure: entry?.failure && new ApiError(entry.failure),
    loading: entry === undefined || (entry.data === undefined && entry.failure === undefined),
  };
}
