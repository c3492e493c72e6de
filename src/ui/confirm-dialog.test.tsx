import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../tests/ui/mount.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

test('a loss is asked about first, and Cancel is where the keyboard starts', async () => {
  const onConfirm = vi.fn();
  const onClose = vi.fn();
  mount(
    <ConfirmDialog
      opened
      title="Delete alpha.zip"
      text="This cannot be undone."
      confirm="Delete"
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  );
  await expect.element(page.getByRole('dialog', { name: 'Delete alpha.zip' })).toBeVisible();
  await expect.element(page.getByText('This cannot be undone.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  expect(await faults()).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(onClose).toHaveBeenCalledOnce();
  expect(onConfirm).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Delete' }));
  expect(onConfirm).toHaveBeenCalledOnce();
});
