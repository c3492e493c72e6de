import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { Bell } from './bell.tsx';
import type { BellEntry } from './use-bell-entries.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const ENTRIES: readonly BellEntry[] = [
  {
    id: '2',
    title: 'Success',
    message: 'ZIP bundle uploaded successfully',
    severity: 'success',
    at: NOW - 5000,
    isNew: true,
  },
  { id: '1', title: 'Archive is down', severity: 'error', at: NOW - 60_000, isNew: false },
];

const bell = () => page.getByRole('button', { name: /^Notifications/ });

function setUp(entries = ENTRIES) {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  onTestFinished(() => void vi.useRealTimers());
  const onToggle = vi.fn();
  mount(<Bell entries={entries} unread={1} onToggle={onToggle} />);
  return { onToggle };
}

test('counts what was not read yet, and says when the list is opened', async () => {
  const { onToggle } = setUp();
  await expect.element(page.getByRole('button', { name: 'Notifications, 1 new' })).toBeVisible();
  await bell().click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(onToggle.mock.calls).toEqual([[true]]);
});

test('lists what was said, newest first, with severity, message and age', async () => {
  setUp();
  await bell().click();
  const rows = page.getByRole('dialog').getByRole('listitem');
  await expect
    .element(rows.first())
    .toHaveTextContent('SuccessZIP bundle uploaded successfully5 s ago');
  await expect.element(rows.nth(1)).toHaveTextContent('Archive is down1 min ago');
  await expect.element(rows.nth(1).getByRole('img', { name: 'Error' })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('says that there is nothing, and Escape gives the focus back', async () => {
  setUp([]);
  await bell().click();
  await expect.element(page.getByText('No notifications')).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(bell()).toHaveFocus();
});
