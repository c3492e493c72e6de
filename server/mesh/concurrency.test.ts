import { expect, test } from 'vitest';
import { createBoundedQueue, mapConcurrent } from './concurrency.ts';

test('runs at most as many jobs at once as allowed, and keeps the order of the items', async () => {
  const finish: (() => void)[] = [];
  const started: number[] = [];
  const all = mapConcurrent(
    [1, 2, 3],
    (item) => {
      started.push(item);
      return new Promise<number>((resolve) => finish.push(() => resolve(item * 10)));
    },
    2,
  );
  await expect.poll(() => started).toEqual([1, 2]);
  finish[1]?.();
  await expect.poll(() => started).toEqual([1, 2, 3]);
  finish[2]?.();
  finish[0]?.();
  expect(await all).toEqual([10, 20, 30]);
});

test('rejects with the first failure', async () => {
  await expect(mapConcurrent([1], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
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
