import { expect, test } from 'vitest';
import type { Order } from '../../contract/live.ts';
import { createPageCache } from '../../src/client/page-cache.ts';
import { followOrders } from '../../src/client/wall/orders.ts';
import type { EntryDelta } from '../../src/shared/delta.ts';

const NOW = 1_000_000;

/** A page that may be loaded anew: only what it noted stays. */
function createDisplay() {
  const note = { at: 0 };
  let number = 0;
  return {
    load() {
      const cache = createPageCache();
      const heard: Order[] = [];
      const stop = followOrders(
        cache,
        () => NOW,
        {
          get: () => note.at,
          set: (at) => {
            note.at = at;
          },
        },
        (order) => heard.push(order),
      );
      return {
        heard,
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

test('an order is heard once, however often it is pushed', () => {
  const page = createDisplay().load();
  page.push(reload(NOW - 100));
  page.push(reload(NOW - 100));
  page.push(reload(NOW - 50));
  expect(page.heard.map(({ at }) => at)).toEqual([NOW - 100, NOW - 50]);
});

test('an order to load the page anew does not do so again in the page that it loaded', () => {
  const display = createDisplay();
  display.load().push(reload(NOW - 100));
  const next = display.load();
  next.push(reload(NOW - 100));
  expect(next.heard).toEqual([]);
});

test('an order from the disk, or from long ago, was meant for another moment', () => {
  const page = createDisplay().load();
  page.push(reload(NOW - 100), 'disk');
  page.push(reload(NOW - 30_000));
  expect(page.heard).toEqual([]);
});

test('nothing is heard after the end', () => {
  const page = createDisplay().load();
  page.stop();
  page.push(reload(NOW));
  expect(page.heard).toEqual([]);
});
