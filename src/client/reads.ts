import { skipToken, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { AnswerOf, ReadName } from '../../contract/calls.ts';
import { type Key, keyOf, type PathParams } from '../../contract/paths.ts';
import type { Age, Entry, Reading } from '../shared/model.ts';
import { ApiError } from '../shared/outcome.ts';
import { trueAt } from './age.ts';
import { useAge } from './connection.ts';
import { workerClient } from './worker-client.ts';

/**
 * Keeps a read current while the component is mounted. The worker reads and pushes; nothing is fetched here.
 *
 * @param params values of the path's braces; null while there is nothing to read yet
 */
export function useRead<Name extends ReadName>(
  name: Name,
  params: PathParams | null = {},
): Reading<AnswerOf<Name>> {
  const key = params === null ? NOTHING : keyOf(name, params);
  useSubscription(name, params);
  const { data: entry } = useQuery<Entry<AnswerOf<Name>>>({
    queryKey: key,
    queryFn: skipToken,
  });
  const age = useAge(entry);
  return useMemo(() => readingOf(entry, age), [entry, age]);
}

/** Reads again now. Resolves when the answer, or the failure, is on its way to the screen. */
export function refreshRead(name: ReadName, params: PathParams = {}): Promise<void> {
  return workerClient.refresh(name, params);
}

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
    at: entry && trueAt(entry, workerClient.status.get().connection),
    age,
    failure: entry?.failure && new ApiError(entry.failure),
    loading: entry === undefined || (entry.data === undefined && entry.failure === undefined),
  };
}
