import { ActionIcon, Text } from '@mantine/core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../tests/ui/mount.tsx';
import { LazyPopover } from './lazy-popup.tsx';
import { LazyTooltip } from './lazy-tooltip.tsx';

function Details() {
  const [opened, setOpened] = useState(false);
  return (
    <LazyPopover
      opened={opened}
      onChange={setOpened}
      button={<ActionIcon aria-label="Details">i</ActionIcon>}
    >
      <Text>all of it</Text>
    </LazyPopover>
  );
}

const button = () => page.getByRole('button', { name: 'Details' });
const dialog = () => page.getByRole('dialog', { name: 'Details' });

test('the keyboard opens it, and Escape closes it and gives the focus back', async () => {
  mount(<Details />);
  const before = button().element();
  await expect.element(button()).toHaveAttribute('aria-haspopup', 'dialog');
  await expect.element(button()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(dialog().getByText('all of it')).toBeVisible();
  await expect.element(button()).toHaveAttribute('aria-expanded', 'true');
  await expect.element(button()).toHaveAttribute('aria-controls', dialog().element().id);
  expect(await faults()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.element(dialog()).toBeVisible();
  (dialog().element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(button()).toHaveFocus();
  expect(button().element()).toBe(before);
});

test('a second press, or a press beside it, closes it', async () => {
  mount(
    <>
      <Details />
      <p>beside it</p>
    </>,
  );
  await userEvent.click(button());
  await expect.element(dialog()).toBeVisible();
  await userEvent.click(button());
  await expect.element(dialog()).not.toBeInTheDocument();
  await userEvent.click(button());
  await expect.element(dialog()).toBeVisible();
  await userEvent.click(page.getByText('beside it'));
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('a tooltip opens after 700 ms of pointing, at once for the keyboard, and Escape closes it', async () => {
  mount(
    <LazyTooltip label="What it is">
      <ActionIcon aria-label="Details">i</ActionIcon>
    </LazyTooltip>,
  );
  const tooltip = page.getByRole('tooltip', { name: 'What it is' });
  const before = button().element();
  const from = performance.now();
  await userEvent.hover(button());
  await expect.element(tooltip).toBeVisible();
  expect(performance.now() - from).toBeGreaterThanOrEqual(650);
  await userEvent.unhover(button());
  await expect.element(tooltip).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}');
  await expect.element(tooltip).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tooltip).not.toBeInTheDocument();
  expect(button().element()).toBe(before);
});
