import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../testing/mount.tsx';
import { InsecureNotice } from './insecure-notice.tsx';
import { InstallNotice } from './install-notice.tsx';
import { UnsentNotice } from './unsent-notice.tsx';

const press = (name: string) => userEvent.click(page.getByRole('button', { name }));

test.each([
  ['offered', 'Install', [1, 0]],
  ['by-hand', 'Show how', [0, 1]],
] as const)('an offer that is %s is taken or dismissed', async (way, name, presses) => {
  const [onInstall, onHow, onDismiss] = [vi.fn(), vi.fn(), vi.fn()];
  mount(<InstallNotice product="Sample" {...{ way, onInstall, onHow, onDismiss }} />);
  await expect.element(page.getByText(/^Sample can be an app/)).toBeVisible();
  await press(name);
  expect([onInstall.mock.calls.length, onHow.mock.calls.length]).toEqual(presses);
  await press('Not now');
  expect(onDismiss).toHaveBeenCalledTimes(1);
  expect(await faults()).toEqual([]);
});

test('a page without HTTPS says what is off, and leads to the fix', async () => {
  const [onHow, onDismiss] = [vi.fn(), vi.fn()];
  mount(<InsecureNotice onHow={onHow} onDismiss={onDismiss} />);
  await expect.element(page.getByRole('status')).toHaveTextContent(/switches off installing/);
  await press('What is off, and the fix');
  await press('Understood');
  expect([onHow.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 1]);
  expect(await faults()).toEqual([]);
});

test('uploads that may be cleared can be kept safely', async () => {
  const onKeep = vi.fn();
  mount(<UnsentNotice count={1} refused={false} onKeep={onKeep} />);
  await expect.element(page.getByText('1 upload waits on this device')).toBeVisible();
  await press('Keep safely');
  expect(onKeep).toHaveBeenCalledTimes(1);
});

test('a refusal has no button and says what to do', async () => {
  mount(<UnsentNotice count={2} refused onKeep={vi.fn()} />);
  await expect.element(page.getByText(/keep the original files/)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(await faults()).toEqual([]);
});
