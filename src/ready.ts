import { useLayoutEffect } from 'react';
import { afterPaint } from './after-paint.ts';

let told = false;

/** Says once, by the mark `ready`, that what the page is for has been painted. `bench/` waits for it. */
export function useReady(isReady: boolean): void {
  useLayoutEffect(() => {
    if (!isReady || told) return;
    told = true;
    afterPaint(() => performance.mark('ready'));
  }, [isReady]);
}
