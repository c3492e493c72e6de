import type { Order } from '../../../contract/live.ts';
import { ORDER_KEY } from '../../worker/api.ts';
import type { Mirror } from '../mirror.ts';

/** What is known of an order outlives it: one that is older than this was meant for an earlier moment. */
const FRESH_MS = 30_000;

/** Remembers when the last order was given, beyond a reload. */
export interface Note {
  get(): number;
  set(at: number): void;
}

/**
 * What an operator tells this display to do. Each order is heard once, also when it was to load the page anew.
 *
 * @returns the undo
 */
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
