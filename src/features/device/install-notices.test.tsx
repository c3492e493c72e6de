import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { InsecureNotice, InstallNotice, UnsentNotice } from './install-notices.tsx';

const press = (name: string) => userEvent.click(page.getByRole('button', { name }));

test.each([
  ['offered', 'Install', [1, 0]],
  ['by-hand', 'Show how', [0, 1]],
] as const)('an offer that is %s is taken or dismissed', async (way, name, presses) => {
  const [onInstall, onHow, onDismiss] = [vi.fn(), vi.fn(), vi.fn()];
  mount(<InstallNotice product="Sample" {...{ way, onInstall, onHow, onDismiss }} />);
  await expect.element(page.getByText(/Sample can be an app/).first()).toBeVisible();
  await press(name);
  expect([onInstall.mock.calls.length, onHow.mock.calls.length]).toEqual(presses);
  await press('Not now');
  expect(onDismiss).toHaveBeenCalledTimes(1);
  expect(await faults()).toEqual([]);
});

test('a page without HTTPS says what is off, and leads to the fix', async () => {
  const [onHow, onDismiss] = [vi.fn(), vi.fn()];
  mount(<InsecureNotice onHow={onHow} onDismiss={onDismiss} />);
  await expect.element(page.getByRole('group')).toHaveTextContent(/switches off installing/);
  await press("See what's off and how to fix it");
  await press('Got it');
  expect([onHow.mock.calls.length, onDismiss.mock.calls.length]).toEqual([1, 1]);
  expect(await faults()).toEqual([]);
});

test('uploads that may be cleared can be protected', async () => {
  const onProtect = vi.fn();
  mount(<UnsentNotice count={1} refused={false} onProtect={onProtect} />);
  await expect.element(page.getByText('1 upload is waiting to be sent.')).toBeVisible();
  await press('Protect');
  expect(onProtect).toHaveBeenCalledTimes(1);
});

test('a refusal has no button and says what to do', async () => {
  mount(<UnsentNotice count={2} refused onProtect={vi.fn()} />);
  await expect.element(page.getByText(/keep the original files/)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
  expect(await faults()).toEqual([]);
});
