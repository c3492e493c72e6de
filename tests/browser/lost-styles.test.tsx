import { expect, onTestFinished, test, vi } from 'vitest';
import { reloadLostStyles } from '../../src/device/lost-styles.ts';

test('styles that could not be loaded are asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const over = new AbortController();
  reloadLostStyles(over.signal);
  onTestFinished(() => {
    vi.useRealTimers();
    over.abort();
  });
  const lost = document.createElement('link');
  Object.assign(lost, { rel: 'stylesheet', href: 'http://127.0.0.1:9/part.css' });
  const failed = new Promise((resolve) => lost.addEventListener('error', resolve));
  document.head.append(lost);
  await failed;
  const links = () => [...document.querySelectorAll(`link[href="${lost.href}"]`)];
  expect(links()).toEqual([lost]);
  vi.advanceTimersByTime(2000);
  expect(links()).toHaveLength(1);
  expect(links()[0]).not.toBe(lost);
  links()[0]?.remove();
});
