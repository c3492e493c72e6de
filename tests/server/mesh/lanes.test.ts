import { expect, test } from 'vitest';
import { inLanes } from '../../../server/mesh/lanes.ts';

test('as many are under way as there are lanes, and never more', async () => {
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const all = inLanes(
    [1, 2, 3, 4, 5],
    (item) => {
      begun.push(item);
      return new Promise<number>((resolve) => ends.push(() => resolve(item * 10)));
    },
    2,
  );
  expect(begun).toEqual([1, 2]);
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => ends.length).toBeGreaterThan(done);
    expect(begun.length - done).toBeLessThanOrEqual(2);
    ends[done]?.();
  }
  expect(await all).toEqual([10, 20, 30, 40, 50]);
  expect(begun).toEqual([1, 2, 3, 4, 5]);
});

test('results keep the order of the items, whoever ends first', async () => {
  const ends: (() => void)[] = [];
  const all = inLanes(['a', 'b', 'c'], (item) => {
    return new Promise<string>((resolve) => ends.push(() => resolve(item)));
  });
  for (const end of [...ends].reverse()) end();
  expect(await all).toEqual(['a', 'b', 'c']);
});

test('nothing to do is done at once, and a failure is told', async () => {
  expect(await inLanes([], async () => 1)).toEqual([]);
  await expect(inLanes([1], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
});
