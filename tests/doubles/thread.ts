/** A tab's thread: while it is frozen whatever was to happen in it waits; when it is dead, nothing happens. */
export interface Thread {
  run(job: () => void): void;
  freeze(): void;
  /** It goes on, with all that waited. */
  thaw(): void;
  readonly frozen: () => boolean;
  kill(): void;
  readonly alive: () => boolean;
  /** Aborted when it is killed. */
  readonly signal: AbortSignal;
}

export function createThread(): Thread {
  const end = new AbortController();
  let frozen = false;
  let waiting: (() => void)[] = [];

  function run(job: () => void): void {
    if (end.signal.aborted) return;
    if (frozen) waiting.push(job);
    else job();
  }

  return {
    run,
    freeze() {
      frozen = true;
    },
    thaw() {
      frozen = false;
      for (const job of waiting.splice(0)) run(job);
    },
    frozen: () => frozen,
    kill() {
      waiting = [];
      end.abort();
    },
    alive: () => !end.signal.aborted,
    signal: end.signal,
  };
}

/** What a thread waits for goes on in the thread: not before it is thawed, and never once it is dead. */
export function inThread<T>(thread: Thread, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(
      (value) => thread.run(() => resolve(value)),
      (error: unknown) => thread.run(() => reject(error)),
    );
  });
}
