import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { sleep } from '../../src/shared/time.ts';

const LONG_MS = 3_600_000;
const listenersOn = (signal: AbortSignal) => getEventListeners(signal, 'abort');

test('a sleep that is over leaves nothing on the signal', async () => {
  const { signal } = new AbortController();
  const sleeping = sleep(1, signal);
  expect(listenersOn(signal)).toHaveLength(1);
  await sleeping;
  expect(listenersOn(signal)).toEqual([]);
});

test('a signal that ends, or has ended, ends the sleep at once', async () => {
  const over = new AbortController();
  const sleeping = sleep(LONG_MS, over.signal);
  over.abort();
  await sleeping;
  await sleep(LONG_MS, over.signal);
  expect(listenersOn(over.signal)).toEqual([]);
});
