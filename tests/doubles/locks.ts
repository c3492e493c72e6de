import type { Locks } from '../../src/worker/outbox/exclusive.ts';
import type { Thread } from './thread.ts';

type How = Parameters<Locks['request']>[1];

interface Request {
  readonly thread: Thread;
  readonly granted: () => void;
  readonly stolen: () => void;
}

/** Web Locks, exclusive ones, as the standard has them. */
export function createFakeLocks() {
  const held = new Map<string, Request>();
  const queues = new Map<string, Request[]>();

  function next(name: string): void {
    if (held.has(name)) return;
    const request = queues.get(name)?.shift();
    if (request === undefined) return;
    held.set(name, request);
    request.thread.run(request.granted);
  }

  function release(name: string, request: Request): void {
    if (held.get(name) !== request) return;
    held.delete(name);
    next(name);
  }

  function steal(name: string, request: Request): void {
    held.get(name)?.stolen();
    held.set(name, request);
    request.thread.run(request.granted);
  }

  /** @returns false when it is not in the queue any more */
  function leave(name: string, request: Request): boolean {
    const queue = queues.get(name) ?? [];
    queues.set(
      name,
      queue.filter((other) => other !== request),
    );
    return queue.includes(request);
  }

  function enqueue(name: string, request: Request): void {
    queues.set(name, [...(queues.get(name) ?? []), request]);
    queueMicrotask(() => next(name));
  }

  function request(thread: Thread, name: string, how: How, hold: () => Promise<void>) {
    let resolve: () => void = () => undefined;
    let reject: (error: unknown) => void = resolve;
    const promise = new Promise<void>((...ends) => {
      [resolve, reject] = ends;
    });
    const abort = () => reject(new DOMException('given up or stolen', 'AbortError'));
    const mine: Request = {
      thread,
      granted: () =>
        void hold()
          .then(() => release(name, mine))
          .then(resolve),
      stolen: () => thread.run(abort),
    };
    if ('steal' in how) steal(name, mine);
    else if (how.signal.aborted) abort();
    else {
      how.signal.addEventListener('abort', () => leave(name, mine) && abort());
      enqueue(name, mine);
    }
    return promise;
  }

  const locksOf = (thread: Thread): Locks => ({
    request: (name, how, hold) => request(thread, name, how, hold),
  });

  return {
    locksOf,
    /** The browser takes what a tab held or waited for when the tab is gone. */
    dropAll(thread: Thread): void {
      const mine = (other: Request) => other.thread === thread;
      for (const [name, queue] of queues) for (const one of queue.filter(mine)) leave(name, one);
      for (const [name, one] of [...held]) if (mine(one)) release(name, one);
    },
  };
}
