import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { faults, mount } from '../testing/mount.tsx';
import { TipArea } from './tip-area.tsx';

const tip = () => page.getByText('Still being validated', { exact: true });

test('a press that is refused says why, by keyboard and by mouse, and does nothing', async () => {
  const onClick = vi.fn();
  mount(
    <>
      <Button hindrance="Still being validated" onClick={onClick}>
        Deploy
      </Button>
      <TipArea />
    </>,
  );
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Deploy' })).toHaveFocus();
  await expect.element(tip()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{Escape}');
  await expect.element(tip()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Deploy' }).click({ force: true });
  await expect.element(tip()).toBeVisible();
  expect(onClick).not.toHaveBeenCalled();
  expect(await faults()).toEqual([]);
});

test('a refused button takes no form with it', async () => {
  const onSubmit = vi.fn();
  mount(
    <form onSubmit={onSubmit}>
      <Button type="submit" hindrance="Nothing to send">
        Send
      </Button>
    </form>,
  );
  await page.getByRole('button', { name: 'Send' }).click({ force: true });
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an icon button says its label to who points at it, inside the window', async () => {
  mount(
    <>
      <IconButton label="Open menu">x</IconButton>
      <TipArea />
    </>,
  );
  await page.getByRole('button', { name: 'Open menu' }).hover();
  const shown = page.getByText('Open menu', { exact: true });
  await expect.element(shown).toBeVisible();
  expect(shown.element().getBoundingClientRect().left).toBeGreaterThanOrEqual(0);
});
