import type { Change } from '../../../contract/live.ts';
import { keyText } from '../../../contract/paths.ts';
import type { Clock } from '../clock.ts';
import { createFrameScheduler } from '../frame-scheduler.ts';

/** Two frames: nobody reads a list that changes sixty times a second, and the page has time for itself. */
const ROWS_EVERY_MS = 32;

interface Waiting {
  readonly last: Change;
  /** Of each message its rows, oldest message first. */
  readonly parts: (readonly unknown[])[];
}

export type NewRows = ReturnType<typeof createNewRows>;

/** Changes on their way to the store: new rows of one list are joined for two frames, so that it is copied once. */
export function createNewRows(
  clock: Clock,
  signal: AbortSignal,
  { apply, onApplied }: { apply: (change: Change) => void; onApplied: () => void },
) {
  const waiting = new Map<string, Waiting>();
  const frames = createFrameScheduler(clock, signal, flush, ROWS_EVERY_MS);

  function wait(change: Change, rows: readonly unknown[]): void {
    const key = keyText(change.key);
    const parts = waiting.get(key)?.parts ?? [];
    parts.push(rows);
    waiting.set(key, { last: change, parts });
    frames.request();
  }

  function flush(): void {
    if (waiting.size === 0) return;
    frames.done();
    const due = [...waiting.values()];
    waiting.clear();
    for (const { last, parts } of due) apply({ ...last, data: parts.reverse().flat() });
    onApplied();
  }

  return {
    /** New rows wait for their frame; any other change is applied at once, after the rows that wait. */
    add(change: Change): void {
      if (change.op === 'prepend' && Array.isArray(change.data)) wait(change, change.data);
      else {
        flush();
        apply(change);
      }
    },
    /** Applies the rows that wait. Whoever says something of all entries says it after this. */
    flush,
    areWaiting: () => waiting.size > 0,
  };
}
