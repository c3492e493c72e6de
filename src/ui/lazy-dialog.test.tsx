import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount } from '../../tests/ui/mount.tsx';
import { onNotice } from '../../tests/ui/notices.ts';
import type { Notice } from '../console/notices.ts';
import { lazyDialog } from './lazy-dialog.tsx';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

const Dialog = (props: DialogProps) => (
  <Modal {...props} title="Details">
    all of it
  </Modal>
);

test('a dialog that cannot be loaded says so, stays closed, and is loaded at the next press', async () => {
  const notices: Notice[] = [];
  onTestFinished(onNotice((notice) => notices.push(notice)));
  let fails = true;
  const LateDialog = lazyDialog<DialogProps>(async () => {
    if (fails) throw new TypeError('Failed to fetch dynamically imported module');
    return Dialog;
  });
  function Screen() {
    const [opened, setOpened] = useState(false);
    return (
      <>
        <Button aria-expanded={opened} onClick={() => setOpened(true)}>
          Open
        </Button>
        <LateDialog opened={opened} onClose={() => setOpened(false)} />
      </>
    );
  }
  mount(<Screen />);
  const button = page.getByRole('button', { name: 'Open' });
  await userEvent.click(button);
  await expect.poll(() => notices.map(({ title }) => title)).toEqual(['Could not be loaded']);
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');

  fails = false;
  await userEvent.click(button);
  await expect.element(page.getByRole('dialog', { name: 'Details' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  expect(notices).toHaveLength(1);
});
