import type { Push } from '../shared/delta.ts';
import type { DataWorkerApi } from '../worker/api.ts';
import {
  createPendingCalls,
  type PendingCalls,
  type Timers,
  WorkerLostError,
} from './pending-calls.ts';

interface SupervisorEvents {
  /** At every start, the first included, before any other call. */
  readonly started: () => void;
  readonly push: (push: Push) => void;
}

export type RemoteApi = {
  readonly [Name in keyof DataWorkerApi]: (
    ...values: Parameters<DataWorkerApi[Name]>
  ) => Promise<Awaited<ReturnType<DataWorkerApi[Name]>>>;
};

/** One running worker. */
interface WorkerHandle {
  readonly api: RemoteApi;
  /** Ends the worker at once and releases its ports. */
  end(): void;
}

/** Starts a worker. It may report its death only after this has returned. */
export type Spawn = (events: {
  readonly push: (push: Push) => void;
  readonly death: (reason: string) => void;
}) => WorkerHandle;

export interface Crash {
  /** This device's clock, epoch milliseconds. */
  readonly at: number;
  readonly reason: string;
}

/**
 * A busy worker answers late; only two missed pings in a row mean that it hangs. The script of one that has never
 * answered may still be loading on a slow network, as its replacement's would.
 */
const PING = { everyMs: 5000, limitMs: 5000, missesMax: 2, missesMaxAtStart: 12 } as const;
/** After this many restarts within the window the next one waits until the window has passed. */
const RESTARTS = { max: 3, windowMs: 60_000 } as const;
const CRASHES_KEPT = 50;

interface Running {
  readonly handle: WorkerHandle;
  readonly calls: PendingCalls;
  misses: number;
}

/**
 * Keeps a data worker running: starts it when it is first needed, pings it, replaces it when it dies or hangs.
 * It does not know what the worker is asked.
 */
export function createSupervisor(spawn: Spawn, timers: Timers, events: SupervisorEvents) {
  const crashes: Crash[] = [];
  let running: Running | undefined;
  let stopped = false;
  let suspended = false;
  let pingsPaused = false;
  let stopTimer: (() => void) | undefined;

  function start(): Running {
    const current: Running = {
      handle: spawn({
        push: (push) => running === current && events.push(push),
        death: (reason) => lose(current, reason),
      }),
      calls: createPendingCalls(timers),
      misses: 0,
    };
    running = current;
    schedulePing(current);
    events.started();
    return current;
  }

  function end(last: Running, error: WorkerLostError): void {
    running = undefined;
    stopTimer?.();
    last.handle.end();
    last.calls.rejectAll(error);
  }

  function lose(lost: Running, reason: string): void {
    if (running !== lost) return;
    crashes.push({ at: timers.now(), reason });
    crashes.splice(0, crashes.length - CRASHES_KEPT);
    end(lost, new WorkerLostError(`The data worker was lost: ${reason}`));
    const delayMs = restartDelay(crashes, timers.now());
    stopTimer = timers.after(delayMs, () => running ?? start());
  }

  function schedulePing(current: Running): void {
    stopTimer?.();
    stopTimer = timers.after(PING.everyMs, () => {
      if (pingsPaused) return;
      schedulePing(current);
      current.calls
        .add(PING.limitMs, () => current.handle.api.ping())
        .then(
          () => {
            current.misses = 0;
          },
          () => miss(current),
        );
    });
  }

  function miss(current: Running): void {
    current.misses += 1;
    const most = current.calls.answered() ? PING.missesMax : PING.missesMaxAtStart;
    if (current.misses >= most) lose(current, 'it hangs');
  }

  return {
    /** Calls the worker. Rejects with WorkerLostError when it dies or has not answered within `limitMs`. */
    call<T>(limitMs: number, ask: (api: RemoteApi) => Promise<T>): Promise<T> {
      if (stopped || suspended)
        return Promise.reject(new WorkerLostError('The data worker was stopped'));
      if (running === undefined && restartDelay(crashes, timers.now()) > 0)
        return Promise.reject(new WorkerLostError('The data worker was lost too often'));
      const { calls, handle } = running ?? start();
      return calls.add(limitMs, () => ask(handle.api));
    },
    /** Why workers were replaced, newest last. */
    crashes: () => crashes,
    /** The worker of a hidden page may be frozen: it is not pinged meanwhile. */
    pausePings(paused: boolean): void {
      pingsPaused = paused;
      if (!paused && running !== undefined) schedulePing(running);
    },
    /** Ends a worker that runs, until `resume` starts another. Calls are rejected meanwhile. */
    suspend(): void {
      if (running === undefined) return;
      suspended = true;
      end(running, new WorkerLostError('The page was left'));
    },
    resume(): void {
      if (!suspended) return;
      suspended = false;
      start();
    },
    stop(): void {
      stopped = true;
      suspended = false;
      stopTimer?.();
      if (running !== undefined) end(running, new WorkerLostError('The data worker was stopped'));
    },
  };
}

/** @returns milliseconds until the next worker may be started; 0: now */
function restartDelay(crashes: readonly Crash[], now: number): number {
  const first = crashes.at(-RESTARTS.max);
  if (first === undefined) return 0;
  return Math.max(0, first.at + RESTARTS.windowMs - now);
}
