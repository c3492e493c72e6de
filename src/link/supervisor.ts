import type { DataWorkerApi, Push } from '../worker/api.ts';
import { createQuestions, type Questions, type Timers, WorkerLostError } from './questions.ts';

/**
 * The life of the data worker as the page sees it: started when first needed, asked now and then whether it
 * still answers, replaced when it does not. It knows nothing of what is asked.
 */
export interface Supervisor {
  /** Asks the worker. Rejects with WorkerLostError when it dies or has not answered within `limitMs`. */
  run<T>(limitMs: number, ask: (api: RemoteApi) => Promise<T>): Promise<T>;
  /** Why workers were replaced, newest last. */
  incidents(): readonly Incident[];
  /** While nobody can look a worker may be frozen: it is not asked. */
  rest(resting: boolean): void;
  /** What workers died of may be mended: one that waits for its turn is started now. One that runs is left alone. */
  revive(): void;
  stop(): void;
}

export interface SupervisorEvents {
  /** At every start, the first included, before any other question. */
  readonly started: () => void;
  readonly push: (push: Push) => void;
}

export type RemoteApi = {
  readonly [Name in keyof DataWorkerApi]: (
    ...values: Parameters<DataWorkerApi[Name]>
  ) => Promise<Awaited<ReturnType<DataWorkerApi[Name]>>>;
};

/** One running worker. */
export interface WorkerDoor {
  readonly api: RemoteApi;
  /** Ends the worker at once and releases its ports. */
  end(): void;
}

/** Starts a worker. It may tell of its death only after this has returned. */
export type Spawn = (events: {
  readonly push: (push: Push) => void;
  readonly death: (reason: string) => void;
}) => WorkerDoor;

export interface Incident {
  readonly at: number;
  readonly reason: string;
}

/**
 * A busy worker answers late; only two silent pings in a row mean that it hangs. One that has never answered may
 * still be on a slow line: another in its place would come by the same line.
 */
const PING = { everyMs: 5000, limitMs: 5000, missesMax: 2, missesMaxUnheard: 12 } as const;
/** After this many replacements within the window the next waits until it has passed. */
const RESTARTS = { max: 3, windowMs: 60_000 } as const;
const INCIDENTS_KEPT = 50;

interface Running {
  readonly door: WorkerDoor;
  readonly questions: Questions;
  misses: number;
}

export function createSupervisor(
  spawn: Spawn,
  timers: Timers,
  events: SupervisorEvents,
): Supervisor {
  const incidents: Incident[] = [];
  /** What came before this has no part in when the next one starts. */
  let revivedAt = Number.NEGATIVE_INFINITY;
  let running: Running | undefined;
  let stopped = false;
  let resting = false;
  let stopTimer: (() => void) | undefined;

  function start(): Running {
    const current: Running = {
      door: spawn({
        push: (push) => running === current && events.push(push),
        death: (reason) => lose(current, reason),
      }),
      questions: createQuestions(timers),
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
    last.door.end();
    last.questions.rejectAll(error);
  }

  function lose(lost: Running, reason: string): void {
    if (running !== lost) return;
    incidents.push({ at: timers.now(), reason });
    incidents.splice(0, incidents.length - INCIDENTS_KEPT);
    end(lost, new WorkerLostError(`The data worker was lost: ${reason}`));
    stopTimer = timers.after(delay(), () => running ?? start());
  }

  function delay(): number {
    const counted = incidents.filter(({ at }) => at > revivedAt);
    return restartDelay(counted, timers.now());
  }

  function schedulePing(current: Running): void {
    stopTimer?.();
    stopTimer = timers.after(PING.everyMs, () => {
      if (resting) return;
      schedulePing(current);
      current.questions
        .ask(PING.limitMs, () => current.door.api.ping())
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
    const most = current.questions.answered() ? PING.missesMax : PING.missesMaxUnheard;
    if (current.misses >= most) lose(current, 'it hangs');
  }

  return {
    run(limitMs, question) {
      if (stopped) return Promise.reject(new WorkerLostError('The data worker was stopped'));
      if (running === undefined && delay() > 0)
        return Promise.reject(new WorkerLostError('The data worker was lost too often'));
      const { questions, door } = running ?? start();
      return questions.ask(limitMs, () => question(door.api));
    },
    incidents: () => incidents,
    rest(next) {
      resting = next;
      if (!resting && running !== undefined) schedulePing(running);
    },
    revive() {
      if (running !== undefined || stopped || incidents.length === 0) return;
      revivedAt = timers.now();
      stopTimer?.();
      start();
    },
    stop() {
      stopped = true;
      stopTimer?.();
      if (running !== undefined) end(running, new WorkerLostError('The data worker was stopped'));
    },
  };
}

/** @returns milliseconds until the next worker may be started; 0: now */
export function restartDelay(incidents: readonly Incident[], now: number): number {
  const first = incidents.at(-RESTARTS.max);
  if (first === undefined) return 0;
  return Math.max(0, first.at + RESTARTS.windowMs - now);
}
