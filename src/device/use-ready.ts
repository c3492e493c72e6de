import { useLayoutEffect } from 'react';
import { afterPaint } from './first-paint.ts';

let isMarked = false;

/** Sets the performance mark `ready`, once, when what the page is for has been painted. `bench/` waits for it. */
export function useReady(isReady: boolean): void {
  useLayoutEffect(() => {
    if (!isReady || isMarked) return;
    isMarked = true;
    afterPaint(() => performance.mark('ready'));
  }, [isReady]);
}
