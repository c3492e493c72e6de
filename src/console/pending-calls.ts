export interface Timers {
  /** Epoch milliseconds. */
  now(): number;
  /** @returns the undo */
  after(ms: number, task: () => void): () => void;
}

/** The data worker died, hangs, was stopped, or did not answer in time. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

export type PendingCalls = ReturnType<typeof createPendingCalls>;

/**
 * Calls to one worker that wait for an answer. Comlink leaves a call pending for ever when the worker dies;
 * here each has a time limit and all end with the worker.
 */
export function createPendingCalls(timers: Timers) {
  const pending = new Set<(error: WorkerLostError) => void>();
  let answered = false;
  return {
    add<T>(limitMs: number, call: () => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        const stopLimit = timers.after(limitMs, () =>
          fail(new WorkerLostError(`The data worker did not answer within ${limitMs} ms`)),
        );
        const remove = () => {
          stopLimit();
          pending.delete(fail);
        };
        const fail = (error: unknown) => {
          remove();
          reject(error);
        };
        pending.add(fail);
        call().then((value) => {
          answered = true;
          remove();
          resolve(value);
        }, fail);
      });
    },
    rejectAll(error: WorkerLostError): void {
      for (const fail of [...pending]) fail(error);
    },
    /** Whether any was answered, in time or late. */
    answered: () => answered,
  };
}
