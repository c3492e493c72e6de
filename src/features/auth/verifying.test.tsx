import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { Verifying } from './verifying.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a start of more than 10 s says what it waits for and offers a retry', async () => {
  mount(<Verifying />, 'div');
  const line = page.getByText('Verifying sovereign access...');
  expect(line.elements()).toHaveLength(1);
  vi.advanceTimersByTime(9999);
  await new Promise(requestAnimationFrame);
  expect(page.getByRole('button').elements()).toHaveLength(0);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.element(page.getByText(/has not answered for 10 s/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(line.elements()).toHaveLength(1);
  expect(await faults()).toEqual([]);
});
