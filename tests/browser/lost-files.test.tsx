import { expect, onTestFinished, test, vi } from 'vitest';
import { recoverLostFiles } from '../../src/device/lost-files.ts';

test('styles that could not be loaded are asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const over = new AbortController();
  recoverLostFiles(over.signal);
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

test('a screen that could not be loaded is no reason for the router to reload the page', () => {
  const over = new AbortController();
  onTestFinished(() => over.abort());
  recoverLostFiles(over.signal);
  const payload = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
  dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
  expect(payload.message).toMatch(/^Not loaded: Failed to fetch/);
});
