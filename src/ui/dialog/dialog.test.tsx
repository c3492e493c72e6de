import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../testing/mount.tsx';
import { Dialog } from './dialog.tsx';

/** As a dialog whose code is loaded when it is first opened. */
function Late() {
  const [opened, setOpened] = useState(false);
  const [once, setOnce] = useState(false);
  function open(): void {
    setOnce(true);
    setOpened(true);
  }
  return (
    <>
      <button type="button" onClick={open}>
        Open
      </button>
      {once ? (
        <Dialog opened={opened} title="A title" onClose={() => setOpened(false)}>
          <p>Text</p>
        </Dialog>
      ) : null}
    </>
  );
}

test('the focus goes in, stays in, and goes back, the first time too', async () => {
  mount(<Late />);
  const opener = page.getByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  await expect.element(page.getByRole('dialog', { name: 'A title' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(page.getByRole('button', { name: 'Close' })).toHaveFocus();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('opening one writes no style element, which the security policy would refuse', async () => {
  const before = document.querySelectorAll('style').length;
  mount(<Late />);
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(document.querySelectorAll('style').length).toBe(before);
});

test('a phone shows it as a whole screen', async () => {
  await page.viewport(360, 700);
  mount(<Late />);
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  const dialog = page.getByRole('dialog').element().getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  expect([dialog.width, dialog.height]).toEqual([clientWidth, 700]);
});
