import { useEffect } from 'react';
import type { Order } from '../../contract/live.ts';
import { ORDER_KEY } from '../worker/api.ts';
import type { Mirror } from './mirror.ts';
import { dataWorker } from './worker.ts';

/** What is known of an order outlives it: one that is older than this was meant for an earlier moment. */
const FRESH_MS = 30_000;
const LAST = 'last-order-at';

/**
 * What an operator tells this display to do. Each order is heard once, also when it was to load the page anew.
 *
 * @param heard must stay the same function
 */
export function useOrders(heard: (order: Order) => void): void {
  useEffect(() => followOrders(dataWorker.mirror, sessionStorageNote, heard), [heard]);
}

/** Remembers when the last order was given, beyond a reload. */
export interface Note {
  get(): number;
  set(at: number): void;
}

/** @returns the undo */
export function followOrders(
  mirror: Mirror,
  note: Note,
  heard: (order: Order) => void,
): () => void {
  let last = note.get();
  function look(): void {
    const entry = mirror.entry(ORDER_KEY);
    const order = entry?.data as Order | undefined;
    if (order === undefined || entry?.from === 'disk' || order.at <= last) return;
    last = order.at;
    note.set(last);
    if (mirror.serverNow() - last < FRESH_MS) heard(order);
  }
  look();
  return mirror.subscribe(look);
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
