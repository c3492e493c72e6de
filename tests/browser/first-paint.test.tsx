import { expect, onTestFinished, test, vi } from 'vitest';
import { firstPaint, markStarted } from '../../src/device/first-paint.ts';

test('what waits for the whole first page goes on three seconds after the start', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    delete document.documentElement.dataset.ready;
  });
  const goOn = vi.fn();
  void firstPaint.then(goOn);
  markStarted();
  await vi.advanceTimersByTimeAsync(2999);
  expect(goOn).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(goOn).toHaveBeenCalledOnce();
});
