import { useSyncExternalStore } from 'react';
import { OUTBOX_KEY, type OutboxItem } from '../shared/model.ts';
import type { Failure } from '../shared/outcome.ts';
import type { UploadPayload } from '../worker/api.ts';
import { pageCache } from './page-cache.ts';
import { workerClient } from './worker-client.ts';

/** How the first try of an upload ended. What was not sent stays in the outbox. */
export type FirstEnd =
  | { readonly end: 'done' | 'discarded' }
  /**
   * `resumes`: it is tried again by itself, from the device's copy or from this page's memory alone; else somebody has
   * to say so.
   */
  | {
      readonly end: 'failed';
      readonly failure: Failure;
      readonly resumes: false | 'kept' | 'in memory';
    };

const NOTHING: readonly OutboxItem[] = [];
const awaited = new Set<string>();

/** The uploads of this device, oldest first. */
export function useOutbox(): readonly OutboxItem[] {
  return useSyncExternalStore(pageCache.subscribe, outboxItems);
}

export function outboxItems(): readonly OutboxItem[] {
  return pageCache.entry<readonly OutboxItem[]>(OUTBOX_KEY)?.data ?? NOTHING;
}

/** What would be lost by signing out. */
export function unsentCount(): number {
  return outboxItems().filter(({ state: { state } }) => state !== 'done').length;
}

/**
 * Keeps an upload on this device and waits for the end of its first try. Never rejects.
 *
 * @param kept called with its id once the device has it
 */
export async function upload(
  payload: UploadPayload,
  kept: (id: string) => void = () => undefined,
): Promise<FirstEnd> {
  try {
    const id = await workerClient.enqueueUpload(payload);
    kept(id);
    return await firstEnd(id);
  } catch (error) {
    const failure = { ok: false, status: 0, text: String(error), why: 'worker' } as const;
    return { end: 'failed', failure, resumes: false };
  }
}

/** @returns whether somebody waits for this upload's end, and will say it */
export function isAwaited(id: string): boolean {
  return awaited.has(id);
}

const stay = (event: BeforeUnloadEvent) => event.preventDefault();

/**
 * Asks before the page is left while it alone has a file that is not sent. It listens only then: some browsers keep no
 * page that might ask.
 */
export function guardUploads(): void {
  pageCache.subscribe(() => {
    const holdsAny = outboxItems().some((item) => item.inMemory && item.state.state !== 'done');
    if (holdsAny) addEventListener('beforeunload', stay);
    else removeEventListener('beforeunload', stay);
  });
}

/** For a page that must not stay: its account has ended. */
export function letGoOfUploads(): void {
  removeEventListener('beforeunload', stay);
}

export const retryUpload = workerClient.retry;
export const discardUpload = workerClient.discard;

function firstEnd(id: string): Promise<FirstEnd> {
  awaited.add(id);
  return new Promise((resolve) => {
    const look = () => {
      const item = outboxItems().find((one) => one.id === id);
      const end = item === undefined ? ({ end: 'discarded' } as const) : endOf(item);
      if (end === undefined) return;
      stop();
      resolve(end);
      // Other listeners of this same push must still see that it is awaited.
      queueMicrotask(() => awaited.delete(id));
    };
    const stop = pageCache.subscribe(look);
    look();
  });
}

function endOf({ state, inMemory }: OutboxItem): FirstEnd | undefined {
  if (state.state === 'done') return { end: 'done' };
  if (state.state !== 'waiting' && state.state !== 'failed') return undefined;
  const resumes = state.state === 'waiting' && (inMemory ? 'in memory' : 'kept');
  return { end: 'failed', failure: state.failure, resumes };
}
