/**
 * Questions to one worker that are not answered yet. Comlink leaves a call pending for ever when the worker
 * dies; here each has a time limit and all end with the worker.
 */
export interface Questions {
  ask<T>(limitMs: number, question: () => Promise<T>): Promise<T>;
  rejectAll(error: WorkerLostError): void;
  /** Whether any was answered, in time or late. */
  answered(): boolean;
}

export interface Timers {
  /** Epoch milliseconds. */
  now(): number;
  /** @returns the undo */
  after(ms: number, run: () => void): () => void;
}

/** The data worker died, hangs, was stopped, or did not answer in time. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

export function createQuestions(timers: Timers): Questions {
  const pending = new Set<(error: WorkerLostError) => void>();
  let answered = false;
  return {
    ask(limitMs, question) {
      return new Promise((resolve, reject) => {
        const stopLimit = timers.after(limitMs, () =>
          fail(new WorkerLostError(`The data worker did not answer within ${limitMs} ms`)),
        );
        const settle = () => {
          stopLimit();
          pending.delete(fail);
        };
        const fail = (error: unknown) => {
          settle();
          reject(error);
        };
        pending.add(fail);
        question().then((value) => {
          answered = true;
          settle();
          resolve(value);
        }, fail);
      });
    },
    rejectAll(error) {
      for (const fail of [...pending]) fail(error);
    },
    answered: () => answered,
  };
}
