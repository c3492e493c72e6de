import { useEffect } from 'react';
import type { Order } from '../../../contract/live.ts';
import { dataWorker } from '../worker.ts';
import { followOrders, type Note } from './orders.ts';

const LAST = 'last-order-at';

/** @param heard told of each order for this display, once; must stay the same function */
export function useOrders(heard: (order: Order) => void): void {
  useEffect(() => followOrders(dataWorker.mirror, sessionStorageNote, heard), [heard]);
}

const sessionStorageNote: Note = {
  get() {
    try {
      return Number(sessionStorage.getItem(LAST) ?? 0);
    } catch {
      // A browser may forbid storage altogether: then an order lasts as long as the page.
      return 0;
    }
  },
  set(at) {
    try {
      sessionStorage.setItem(LAST, String(at));
    } catch {
      // As above: the page itself remembers it.
    }
  },
};
