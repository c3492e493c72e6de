import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mount } from '../../../tests/ui/mount.tsx';
import { UpdateNotice } from './update-notice.tsx';

const RELEASES = [{ version: '2', notes: ['A note.'] }];

test('shows a new version with its release notes; it can be installed or put off', async () => {
  const onUpdate = vi.fn();
  const onLater = vi.fn();
  mount(
    <UpdateNotice
      state="ready"
      busy={false}
      releases={RELEASES}
      onUpdate={onUpdate}
      onLater={onLater}
    />,
  );
  await expect
    .element(page.getByRole('group').first())
    .toHaveTextContent('A new version is ready.');
  await page.getByText('What is new').click();
  await expect.element(page.getByText('A note.')).toBeVisible();
  await page.getByRole('button', { name: 'Update now' }).click();
  await page.getByRole('button', { name: 'Later' }).click();
  expect([onUpdate.mock.calls.length, onLater.mock.calls.length]).toEqual([1, 1]);
});

test('says why a tab waits, and offers only a reload', async () => {
  mount(
    <UpdateNotice
      state="held"
      disabledReason="writing"
      busy={false}
      releases={[]}
      onUpdate={vi.fn()}
      onLater={vi.fn()}
    />,
  );
  await expect.element(page.getByRole('group').first()).toHaveTextContent(/follows when/);
  await expect.element(page.getByRole('button', { name: 'Reload now' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Later' }).elements()).toEqual([]);
});

test.each([360, 1280])(
  'at %d px what is new opens below the buttons, which stay',
  async (width) => {
    await page.viewport(width, 800);
    mount(
      <UpdateNotice
        state="ready"
        busy={false}
        releases={RELEASES}
        onUpdate={vi.fn()}
        onLater={vi.fn()}
      />,
    );
    const places = () =>
      page
        .getByRole('button')
        .elements()
        .map((button) => button.getBoundingClientRect().toJSON());
    const before = places();
    expect(before).toHaveLength(2);
    await page.getByText('What is new').click();
    await expect.element(page.getByText('Version 2', { exact: true })).toBeVisible();
    expect(places()).toEqual(before);
    const note = page.getByText('A note.').element();
    expect(note.getBoundingClientRect().top).toBeGreaterThan(before[0]?.bottom);
    expect(getComputedStyle(note).listStyleType).toBe('disc');
  },
);
