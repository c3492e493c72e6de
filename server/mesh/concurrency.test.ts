import { expect, test } from 'vitest';
import { createManualClock } from '../../tests/server/manual-clock.ts';
import { createBoundedQueue, mapPaced } from './concurrency.ts';

test('begins a few jobs at a time, lets one that hangs delay none, and keeps the order of the items', async () => {
  const clock = createManualClock();
  const finish: (() => void)[] = [];
  const all = mapPaced(
    [1, 2, 3, 4, 5, 6, 7],
    (item) => new Promise<number>((resolve) => finish.push(() => resolve(item * 10))),
    clock,
  );
  await expect.poll(() => finish.length).toBe(4);
  finish[1]?.();
  await expect.poll(() => finish.length).toBe(5);
  clock.advance(10);
  await expect.poll(() => finish.length).toBe(7);
  for (const end of finish) end();
  expect(await all).toEqual([10, 20, 30, 40, 50, 60, 70]);
});

test('rejects with the first failure', async () => {
  const failing = mapPaced([1], () => Promise.reject(new Error('no')), createManualClock());
  await expect(failing).rejects.toThrow('no');
});

test('runs one job, lets a few wait and refuses the rest at once', async () => {
  const enqueue = createBoundedQueue({ busy: 'A sync is under way', waitingMax: 2 });
  const order: string[] = [];
  let finishFirst = (): void => undefined;
  const first = enqueue(async () => {
    await new Promise<void>((resolve) => {
      finishFirst = resolve;
    });
    order.push('first');
  });
  const second = enqueue(async () => void order.push('second'));
  const third = enqueue(async () => void order.push('third'));
  await expect(enqueue(async () => void order.push('fourth'))).rejects.toMatchObject({
    name: 'BusyError',
    message: 'A sync is under way, and others wait for it; try again soon.',
    status: 429,
    retryAfterSec: 5,
  });
  expect(order).toEqual([]);
  finishFirst();
  await Promise.all([first, second, third]);
  expect(order).toEqual(['first', 'second', 'third']);
  expect(await enqueue(async () => 'free again')).toBe('free again');
});

test('a failing job rejects for its own caller only', async () => {
  const enqueue = createBoundedQueue({ busy: 'Busy', waitingMax: 1 });
  const failing = enqueue(() => Promise.reject(new Error('broken')));
  const next = enqueue(async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
