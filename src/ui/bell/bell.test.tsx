import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../testing/mount.tsx';
import { createToasts } from '../toast/toasts.ts';
import { Bell } from './bell.tsx';

function setUp() {
  const store = createToasts({ now: () => Date.now(), after: () => () => undefined });
  mount(<Bell store={store} />);
  return store;
}

const bell = () => page.getByRole('button', { name: /^Notifications/ });

test('counts what was not looked at yet', async () => {
  const store = setUp();
  store.show({ title: 'first', tone: 'good' });
  store.show({ title: 'second', tone: 'bad' });
  store.dismiss();
  await expect.element(page.getByRole('button', { name: 'Notifications, 2 new' })).toBeVisible();
  await bell().click();
  await expect.element(page.getByRole('dialog').getByText('second')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Notifications', exact: true }))
    .toBeVisible();
});

test('lists the toasts that left the screen, newest first, with their texts', async () => {
  const store = setUp();
  store.show({ title: 'Error', text: 'Failed to upload ZIP bundle', tone: 'bad' });
  store.show({ title: 'Success', text: 'ZIP bundle uploaded successfully', tone: 'good' });
  store.dismiss();
  await bell().click();
  const rows = page.getByRole('dialog').getByRole('listitem');
  await expect.element(rows.first()).toHaveTextContent('SuccessZIP bundle uploaded successfully');
  await expect.element(rows.nth(1)).toHaveTextContent('ErrorFailed to upload ZIP bundle');
  expect(await faults()).toEqual([]);
});

test('can be cleared, and says that there is nothing', async () => {
  const store = setUp();
  store.show({ title: 'gone', tone: 'neutral' });
  store.dismiss();
  await bell().click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect.element(page.getByText('No earlier notifications')).toBeVisible();
  expect(store.state().past).toEqual([]);
});
