import type { Change } from '../../../contract/live.ts';
import type { Clock } from '../clock.ts';
import { createFrames } from '../frames.ts';
import { textOf } from './store.ts';

/** Changes on their way to the store: new rows of one list are joined for two frames, so that it is copied once. */
export interface NewRows {
  /** New rows wait for their frame; anything else goes on at once, after what waits. */
  take(change: Change): void;
  /** What waits goes on now. */
  settle(): void;
  /** Number of the message before the first that waits; undefined when none does. */
  before(): number | undefined;
}

/** Two frames: nobody reads a list that changes sixty times a second, and the page has time for itself. */
const ROWS_EVERY_MS = 32;

interface Waiting {
  readonly last: Change;
  /** Of each message its rows, oldest message first. */
  readonly parts: (readonly unknown[])[];
}

export function createNewRows(
  clock: Clock,
  signal: AbortSignal,
  goOn: (change: Change) => void,
): NewRows {
  const waiting = new Map<string, Waiting>();
  const frames = createFrames(clock, signal, settle, ROWS_EVERY_MS);
  let first: number | undefined;

  function add(change: Change, rows: readonly unknown[]): void {
    first ??= change.seq;
    const text = textOf(change.key);
    const parts = waiting.get(text)?.parts ?? [];
    parts.push(rows);
    waiting.set(text, { last: change, parts });
    frames.ask();
  }

  function settle(): void {
    if (first === undefined) return;
    frames.done();
    const settled = [...waiting.values()];
    waiting.clear();
    first = undefined;
    for (const { last, parts } of settled) goOn({ ...last, data: parts.reverse().flat() });
  }

  return {
    take(change) {
      if (change.op === 'prepend' && Array.isArray(change.data)) return add(change, change.data);
      settle();
      goOn(change);
    },
    settle,
    before: () => first && first - 1,
  };
}
