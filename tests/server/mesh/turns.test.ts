import { expect, test } from 'vitest';
import { createTurns } from '../../../server/mesh/turns.ts';

function held() {
  let release = (): void => undefined;
  const work = () =>
    new Promise<void>((resolve) => {
      release = resolve;
    });
  return { work, release: () => release() };
}

test('row 27: one is at work, a few wait, the rest are sent away at once', async () => {
  const inTurn = createTurns({ busy: 'A sync is under way', waitingMax: 2 });
  const order: string[] = [];
  const first = held();
  const running: Promise<unknown>[] = [inTurn(first.work).then(() => order.push('first'))];
  running.push(inTurn(async () => void order.push('second')));
  running.push(inTurn(async () => void order.push('third')));
  await expect(inTurn(async () => void order.push('fourth'))).rejects.toMatchObject({
    name: 'BusyError',
    retryAfterSec: 5,
  });
  expect(order).toEqual([]);
  first.release();
  await Promise.all(running);
  expect(order).toEqual(['first', 'second', 'third']);
  expect(await inTurn(async () => 'free again')).toBe('free again');
});

test('work that fails fails for its caller alone', async () => {
  const inTurn = createTurns({ busy: 'Busy', waitingMax: 1 });
  const failing = inTurn(() => Promise.reject(new Error('broken')));
  const next = inTurn(async () => 'next');
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
