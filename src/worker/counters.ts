import type { Missed } from '../../contract/live.ts';
import type { Entry, WorkerCounters } from '../shared/model.ts';
import type { Clock } from './clock.ts';

/** Below this a browser that is busy is as late. */
const LATE_MS = 1000;

export type Counters = ReturnType<typeof createCounters>;

/** Counts what went wrong unseen since the worker was started, for who looks for a fault later. */
export function createCounters(clock: Clock) {
  const counts = {
    gaps: 0,
    replayed: 0,
    notReplayed: 0,
    lateTimers: 0,
    latestMs: 0,
    rowsLeftOut: 0,
  };

  function late(ms: number): void {
    if (ms < LATE_MS) return;
    counts.lateTimers += 1;
    counts.latestMs = Math.max(counts.latestMs, Math.round(ms));
  }

  return {
    /** The same clock, whose late timers are counted. */
    clock: {
      ...clock,
      async sleep(ms: number, signal: AbortSignal): Promise<boolean> {
        const due = clock.mono() + ms;
        const passed = await clock.sleep(ms, signal);
        if (passed) late(clock.mono() - due);
        return passed;
      },
    },
    /** Messages were missed and asked for; undefined: they could not be had. */
    gap(missed: Missed | undefined): void {
      counts.gaps += 1;
      if (missed?.complete) counts.replayed += missed.changes.length;
      else counts.notReplayed += 1;
    },
    /** Rows of a list had no use and were left out. */
    rowsLeftOut(rows: number): void {
      counts.rowsLeftOut += rows;
    },
    /** @param entries what the worker holds now */
    counts(entries: readonly Entry[]): WorkerCounters {
      const rows = entries.reduce((sum, { data }) => sum + lengthOf(data), 0);
      return { ...counts, reads: entries.length, rows };
    },
  };
}

const lengthOf = (data: unknown) => (Array.isArray(data) ? data.length : 0);
