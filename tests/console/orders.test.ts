import { expect, test } from 'vitest';
import type { Order } from '../../contract/live.ts';
import { createPageCache } from '../../src/console/page-cache.ts';
import { followOrders } from '../../src/console/wall/orders.ts';
import type { EntryDelta } from '../../src/shared/delta.ts';

const NOW = 1_000_000;

/** A page that can be reloaded: only the time of the last order stays. */
function createDisplay() {
  const note = { at: 0 };
  let number = 0;
  return {
    load() {
      const cache = createPageCache();
      const received: Order[] = [];
      const stop = followOrders(
        cache,
        () => NOW,
        {
          get: () => note.at,
          set: (at) => {
            note.at = at;
          },
        },
        (order) => received.push(order),
      );
      return {
        received,
        stop,
        push(order: Order, from: EntryDelta['from'] = 'live') {
          number += 1;
          const facts = {
            at: order.at,
            seq: 0,
            failure: undefined,
            everyMs: null,
            isStreamed: false,
          };
          const delta = { kind: 'whole', data: order } as const;
          cache.apply({ number, entries: [{ key: ['order'], from, delta, ...facts }] });
        },
      };
    },
  };
}

const reload = (at: number): Order => ({ type: 'order', order: 'reload', name: 'Hall', at });

test('passes an order on once, however often it is pushed', () => {
  const page = createDisplay().load();
  page.push(reload(NOW - 100));
  page.push(reload(NOW - 100));
  page.push(reload(NOW - 50));
  expect(page.received.map(({ at }) => at)).toEqual([NOW - 100, NOW - 50]);
});

test('a reload order is not repeated in the page that it loaded', () => {
  const display = createDisplay();
  display.load().push(reload(NOW - 100));
  const next = display.load();
  next.push(reload(NOW - 100));
  expect(next.received).toEqual([]);
});

test('ignores an order from the disk or from long ago', () => {
  const page = createDisplay().load();
  page.push(reload(NOW - 100), 'disk');
  page.push(reload(NOW - 30_000));
  expect(page.received).toEqual([]);
});

test('passes nothing on after it was stopped', () => {
  const page = createDisplay().load();
  page.stop();
  page.push(reload(NOW));
  expect(page.received).toEqual([]);
});
