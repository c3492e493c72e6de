import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { markFirstPaint } from '../../src/device/first-paint.ts';
import { extra } from '../../src/ui/extra.tsx';

function draw(Part: ReturnType<typeof extra>): HTMLElement {
  const box = document.createElement('div');
  document.body.append(box);
  const root = createRoot(box);
  root.render(
    <>
      <p>The screen</p>
      <Part />
    </>,
  );
  onTestFinished(() => {
    root.unmount();
    box.remove();
  });
  return box;
}

test('nothing is asked for before the first page is painted', async () => {
  const asked = vi.fn(async () => () => <p>The part</p>);
  draw(extra(asked));
  await expect.element(page.getByText('The screen')).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
  markFirstPaint();
  await expect.element(page.getByText('The part')).toBeVisible();
});

test('a part that is had is shown', async () => {
  markFirstPaint();
  draw(extra(async () => () => <p>The part</p>));
  await expect.element(page.getByText('The part')).toBeVisible();
});

test('a part that cannot be had leaves the screen as it is', async () => {
  markFirstPaint();
  const asked = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  const box = draw(extra(asked));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  await expect.poll(() => box.textContent).toBe('The screen');
});
