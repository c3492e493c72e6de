import { type AwakeTime, createAwakeTime, TICK_MS } from './awake-time.ts';
import type { Clock } from './clock.ts';
import { createListeners } from './listeners.ts';

export interface LoopOptions {
  /** What it does, in a few words. Loops of one name are one line in metrics. */
  readonly name: string;
  /** From the begin of a run to the begin of the next; a function is read before each wait. */
  readonly everyMs: number | (() => number);
  /** A run that takes longer is aborted, and the next begins; a function is read before each run. */
  readonly limitMs: number | (() => number);
  /** The first run begins a period from now. */
  readonly isLater?: boolean;
  /** What is logged when a run fails. */
  readonly failed?: string;
  /** What this node has not done when it is late, such as `measured nothing`. Only where it is not what it says without that. */
  readonly without?: string;
}

/** It should end soon after its signal is aborted. Whether it does or not, nobody waits for it then. */
type Run<T> = (signal: AbortSignal) => Promise<T> | T;

/** The owner closes it. */
export interface Loop {
  /** Begins the next run now, or after the present one. */
  wake(): void;
  /** Resolves after the first run, however it ended. */
  readonly begun: Promise<void>;
  /** Aborts the present run and waits for its end, no longer than its limit. */
  close(): Promise<void>;
}

export interface LoopState extends Pick<LoopOptions, 'name' | 'without'> {
  /** How long ago the next run should have succeeded; 0: it is not late. */
  readonly lateMs: number;
  /** So late that it is said: by three periods, and by longer than a run may take. */
  readonly isLate: boolean;
  /** Since the last run that succeeded, or since the start. */
  readonly sinceMs: number;
  /** A run has succeeded. */
  readonly isProven: boolean;
}

export interface LoopLog {
  error(fields: object, message: string): void;
}

interface Entry {
  readonly options: LoopOptions;
  readonly closing: AbortController;
  woken: AbortController;
  /** By the time that this process was awake. */
  doneAt: number;
  everyMs: number;
  isProven: boolean;
  isCutOff: boolean;
  isLate: boolean;
}

const LATE_PERIODS = 3;
/** Without a reason of our own, each abort would create an error with its stack trace. */
const OVER = 'over';

type LoopClock = Pick<Clock, 'elapsed' | 'sleep'>;

/** All loops of a node, and the only way to repeat something on the server. */
export type Loops = ReturnType<typeof createLoops>;

export function createLoops(clock: LoopClock) {
  const time = createAwakeTime(clock);
  const { add, remove, states, onChange } = createEntries(clock, time);
  const cutOff = new Map<string, number>();
  const runner = createRunner(clock, time, cutOff);

  async function runAll<T>(entry: Entry, run: Run<T>, isLast: (value?: T) => boolean) {
    try {
      return await runner.runAll(entry, run, isLast);
    } finally {
      remove(entry);
    }
  }

  return {
    /** Where failures are logged from now on. */
    logTo: runner.logTo,
    /** Runs `run` at once and then every period, one at a time, until it is closed. A run may fail. */
    repeat(options: LoopOptions, run: Run<unknown>): Loop {
      const entry = add(options);
      let begin = (): void => undefined;
      const begun = new Promise<void>((resolve) => {
        begin = resolve;
      });
      const running = runAll(entry, runner.quietly(entry, run), () => {
        begin();
        return false;
      });
      return {
        wake: () => entry.woken.abort(OVER),
        begun,
        async close() {
          end(entry, OVER);
          await running;
          begin();
        },
      };
    },
    /** The same until a run returns true, or fails. @returns false if the signal was aborted before. @throws what a run throws */
    async until(options: LoopOptions, signal: AbortSignal, run: Run<boolean>): Promise<boolean> {
      if (signal.aborted) return false;
      const entry = add(options);
      const onAbort = () => end(entry, signal.reason);
      signal.addEventListener('abort', onAbort);
      try {
        return await runAll(entry, run, (isDone) => isDone === true);
      } finally {
        signal.removeEventListener('abort', onAbort);
      }
    },
    states,
    /** Monotonic time in which this process ran, in milliseconds. */
    awakeMs: time.elapsed,
    /** @returns those without which this node is not what it says, and that are so late that it is said */
    standstills: () => states().filter(({ without, isLate }) => without !== undefined && isLate),
    /** @returns whether everything without which this node is not what it says has succeeded, and none of it is late */
    areOnTime: () =>
      states().every(({ without, isLate, isProven }) => !without || (isProven && !isLate)),
    /** Called within a second when a loop is late, and when it is not any more. @returns unsubscribe */
    onChange,
    /** How many runs of each name were cut off since the start. */
    cutOff: cutOff as ReadonlyMap<string, number>,
  };
}

function end({ closing, woken }: Entry, reason: unknown): void {
  closing.abort(reason);
  woken.abort(OVER);
}

/** What is overdue is due now. */
const readMs = (ms: number | (() => number)) => Math.max(0, typeof ms === 'number' ? ms : ms());

/** The loops that there are, and how late each is. */
function createEntries(clock: LoopClock, time: AwakeTime) {
  const entries = new Set<Entry>();
  const changes = createListeners<[state: LoopState]>();
  let idle = new AbortController();

  function stateOf({ options, doneAt, everyMs, isProven }: Entry): LoopState {
    const { name, without, limitMs } = options;
    const sinceMs = time.elapsed() - doneAt;
    const lateMs = Math.max(0, sinceMs - everyMs);
    const isLate = lateMs > Math.max(LATE_PERIODS * everyMs, readMs(limitMs));
    return { name, ...(without && { without }), lateMs, isLate, sinceMs, isProven };
  }

  /** Depends on nothing but time, so that no loop can hold it. */
  async function watch(): Promise<void> {
    idle = new AbortController();
    while (await clock.sleep(TICK_MS, idle.signal))
      for (const entry of entries) {
        const state = stateOf(entry);
        if (state.isLate === entry.isLate) continue;
        entry.isLate = state.isLate;
        changes.tell(state);
      }
  }

  return {
    add(options: LoopOptions): Entry {
      if (entries.size === 0) void watch();
      const signals = { closing: new AbortController(), woken: new AbortController() };
      const times = { doneAt: time.elapsed(), everyMs: readMs(options.everyMs) };
      const state = { isProven: false, isCutOff: false, isLate: false };
      const entry = { options, ...signals, ...times, ...state };
      entries.add(entry);
      return entry;
    },
    remove(entry: Entry): void {
      entries.delete(entry);
      if (entries.size === 0) idle.abort(OVER);
    },
    states: () => [...entries].map(stateOf),
    onChange: changes.add,
  };
}

function createRunner(clock: LoopClock, time: AwakeTime, cutOff: Map<string, number>) {
  let log: LoopLog | undefined;

  function onCutOff(entry: Entry, limitMs: number): void {
    const { name } = entry.options;
    cutOff.set(name, (cutOff.get(name) ?? 0) + 1);
    if (!entry.isCutOff) log?.error({ loop: name, limitMs }, 'loop took too long: it begins again');
    entry.isCutOff = true;
  }

  /** @returns what the run returned; undefined if it was cut off */
  async function runOnce<T>(entry: Entry, run: Run<T>): Promise<T | undefined> {
    const { options, closing } = entry;
    const limitMs = readMs(options.limitMs);
    const over = new AbortController();
    const done = new AbortController();
    const onClose = () => over.abort(closing.signal.reason);
    closing.signal.addEventListener('abort', onClose);
    const work = new Promise<T>((resolve) => resolve(run(over.signal)));
    const limit = time.pass(limitMs, done.signal).then(() => CUT_OFF);
    try {
      const value = await Promise.race([work, limit]);
      if (value === CUT_OFF) {
        onCutOff(entry, limitMs);
        over.abort(new Error(`${options.name} took longer than ${limitMs} ms`));
        work.catch(() => undefined);
        return undefined;
      }
      entry.isCutOff = false;
      if (value !== NOT_DONE) Object.assign(entry, { doneAt: time.elapsed(), isProven: true });
      return value as T;
    } finally {
      done.abort(OVER);
      closing.signal.removeEventListener('abort', onClose);
    }
  }

  return {
    logTo(to: LoopLog): void {
      log = to;
    },
    /** @returns a run that logs its failure */
    quietly({ options, closing }: Entry, run: Run<unknown>): Run<unknown> {
      const { name, failed = 'loop failed: it goes on' } = options;
      return async (signal) => {
        try {
          return await run(signal);
        } catch (error) {
          if (!closing.signal.aborted) log?.error({ loop: name, err: error }, failed);
          return NOT_DONE;
        }
      };
    },
    /** @returns whether a run was the last; false: the loop was closed */
    async runAll<T>(entry: Entry, run: Run<T>, isLast: (value?: T) => boolean): Promise<boolean> {
      const { options, closing } = entry;
      if (options.isLater) await clock.sleep(entry.everyMs, entry.woken.signal);
      while (!closing.signal.aborted) {
        const began = clock.elapsed();
        entry.woken = new AbortController();
        if (isLast(await runOnce(entry, run))) return true;
        entry.everyMs = readMs(options.everyMs);
        const left = entry.everyMs - (clock.elapsed() - began);
        if (!closing.signal.aborted) await clock.sleep(Math.max(0, left), entry.woken.signal);
      }
      return false;
    },
  };
}

const CUT_OFF = Symbol('cut off');
/** A run returns it that proves nothing: it does not end how late its loop is. */
export const NOT_DONE = Symbol('not done');
