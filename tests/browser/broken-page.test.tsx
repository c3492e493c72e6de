import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BrokenPage, InMain } from '../../src/features/shell/broken.tsx';

function show(error: unknown, inMain = false) {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  const reset = vi.fn();
  const broken = <BrokenPage error={error as Error} reset={reset} />;
  root.render(
    inMain ? (
      <main>
        <InMain value>{broken}</InMain>
      </main>
    ) : (
      broken
    ),
  );
  onTestFinished(() => {
    root.unmount();
    box.remove();
  });
  return reset;
}

test('a screen that threw shows the message and can be tried again', async () => {
  const reset = show(new Error('no such thing'));
  await expect.element(page.getByRole('alert')).toHaveTextContent('no such thing');
  await page.getByRole('button', { name: 'Try again' }).click();
  expect(reset).toHaveBeenCalledTimes(1);
});

test.each([
  new TypeError('Failed to fetch dynamically imported module: /assets/a.js'),
  'Unable to preload CSS for /assets/a.css',
])('a screen whose code could not be loaded offers a reload: %s', async (error) => {
  show(error);
  await expect.element(page.getByText(/could not be loaded/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('a screen whose code could not be loaded looks whether it is there by now', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const fetch = vi.spyOn(window, 'fetch').mockResolvedValue(new Response('', { status: 503 }));
  onTestFinished(() => {
    vi.useRealTimers();
    fetch.mockRestore();
  });
  show(new Error('Unable to preload CSS for http://mesh.example/assets/a.css'));
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  vi.advanceTimersByTime(5000);
  expect(fetch).toHaveBeenCalledWith('http://mesh.example/assets/a.css', { cache: 'no-store' });
});

test('inside of the shell it is no second main landmark', async () => {
  show(new Error('no such thing'), true);
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(document.querySelectorAll('main')).toHaveLength(1);
});
