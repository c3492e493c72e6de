import { useEffect } from 'react';

let told = false;

/** Says once, by the mark `ready`, that what the page is for has been painted. `bench/` waits for it. */
export function useReady(isReady: boolean): void {
  useEffect(() => {
    if (!isReady || told) return;
    told = true;
    requestAnimationFrame(() => setTimeout(() => performance.mark('ready')));
  }, [isReady]);
}
