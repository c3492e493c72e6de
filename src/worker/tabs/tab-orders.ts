import type { Clock } from '../clock.ts';
import type { TabOrder } from './tab-channel.ts';

/** Orders to the tab that leads which are not carried out yet. */
export interface Orders {
  /** Resolves when it was carried out, or will not be. */
  give(order: TabOrder): Promise<void>;
  /** The leader has carried out the order with this number. */
  done(id: number): void;
  /** Nobody waits any longer. */
  stop(): void;
}

/** A leader that takes an order and does not carry it out is not waited for longer. */
const LIMIT_MS = 20_000;

export function createOrders(clock: Clock, send: (id: number, order: TabOrder) => void): Orders {
  const waiting = new Map<number, () => void>();
  let last = 0;
  return {
    give(order) {
      last += 1;
      const id = last;
      const limit = new AbortController();
      return new Promise((resolve) => {
        const done = () => {
          waiting.delete(id);
          limit.abort();
          resolve();
        };
        waiting.set(id, done);
        void clock.sleep(LIMIT_MS, limit.signal).then(done);
        send(id, order);
      });
    },
    done: (id) => waiting.get(id)?.(),
    stop() {
      for (const done of [...waiting.values()]) done();
    },
  };
}
