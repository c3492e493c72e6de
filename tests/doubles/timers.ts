import type { Timers } from '../../src/console/pending-calls.ts';
import { flushPromises } from './clock.ts';

/** The page's timers, moved by hand. */
interface HandTimers extends Timers {
  advance(ms: number): Promise<void>;
  waiting(): number;
}

export function createHandTimers(): HandTimers {
  const waiting = new Set<{ readonly dueAt: number; readonly run: () => void }>();
  let now = 1_800_000_000_000;
  return {
    now: () => now,
    after(ms, run) {
      const timer = { dueAt: now + ms, run };
      waiting.add(timer);
      return () => waiting.delete(timer);
    },
    waiting: () => waiting.size,
    async advance(ms) {
      const until = now + ms;
      for (;;) {
        await flushPromises();
        const next = [...waiting].sort((a, b) => a.dueAt - b.dueAt)[0];
        if (next === undefined || next.dueAt > until) break;
        now = Math.max(now, next.dueAt);
        waiting.delete(next);
        next.run();
      }
      now = until;
    },
  };
}
