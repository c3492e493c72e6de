import { useEffect } from 'react';
import type { Order } from '../../../contract/live.ts';
import { tabStorage } from '../../shared/storage.ts';
import { pageCache } from '../page-cache.ts';
import { workerClient } from '../worker-client.ts';
import { followOrders, type Note } from './orders.ts';

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
