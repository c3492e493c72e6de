import { useEffect } from 'react';
import type { Order } from '../../../contract/live.ts';
import { tabStorage } from '../../device/storage.ts';
import { ORDER_KEY } from '../../shared/model.ts';
import { type PageCache, pageCache } from '../page-cache.ts';
import { workerClient } from '../worker-client.ts';

/** What is known of an order outlives it: one that is older than this was meant for an earlier moment. */
const FRESH_MS = 30_000;

/** Remembers when the last order was given, beyond a reload. */
interface Note {
  get(): number;
  set(at: number): void;
}

/**
 * What an operator orders this display to do. Each order is carried out once, also one that reloads the page.
 *
 * @returns the undo
 */
export function followOrders(
  cache: Pick<PageCache, 'entry' | 'subscribe'>,
  serverNow: () => number,
  note: Note,
  onOrder: (order: Order) => void,
): () => void {
  let last = note.get();
  function look(): void {
    const entry = cache.entry<Order>(ORDER_KEY);
    const order = entry?.data;
    if (order === undefined || entry?.from === 'disk' || order.at <= last) return;
    last = order.at;
    note.set(last);
    if (serverNow() - last < FRESH_MS) onOrder(order);
  }
  look();
  return cache.subscribe(look);
}

const LAST = 'last-order-at';

/** @param onOrder called with each order for this display, once; must stay the same function */
export function useOrders(onOrder: (order: Order) => void): void {
  useEffect(
    () => followOrders(pageCache, workerClient.serverNow, sessionStorageNote, onOrder),
    [onOrder],
  );
}

const sessionStorageNote: Note = {
  get: () => Number(tabStorage.get(LAST) ?? 0),
  set: (at) => tabStorage.set(LAST, String(at)),
};
