import { useCallback, useEffect, useRef, useState } from 'react';

/** How long a wall reckons with hands after the last sign of them. */
const CURSOR_MS = 3000;
const BAR_MS = 10_000;

export interface Hands {
  /** Somebody moved something: the cursor is worth showing. */
  readonly here: boolean;
  /** Somebody tapped or pressed a key: they want to do something. */
  readonly busy: boolean;
  readonly gone: () => void;
}

/** Signs of somebody at a screen that is meant for nobody. */
export function useHands(): Hands {
  const here = useFading(CURSOR_MS);
  const busy = useFading(BAR_MS);
  const { begin: beginHere } = here;
  const { begin: beginBusy } = busy;
  useEffect(() => {
    const over = new AbortController();
    const options = { signal: over.signal, passive: true };
    addEventListener('pointermove', beginHere, options);
    for (const sign of ['pointerdown', 'keydown'] as const) {
      addEventListener(sign, beginHere, options);
      addEventListener(sign, beginBusy, options);
    }
    return () => over.abort();
  }, [beginHere, beginBusy]);
  return { here: here.on, busy: busy.on, gone: busy.end };
}

/** On from `begin` until some time after the last one. */
export function useFading(ms: number) {
  const [on, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const end = useCallback(() => {
    clearTimeout(timer.current);
    setOn(false);
  }, []);
  const begin = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(end, ms);
    setOn(true);
  }, [end, ms]);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { on, begin, end };
}
