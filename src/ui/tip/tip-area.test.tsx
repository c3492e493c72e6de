import { expect, onTestFinished, test, vi } from 'vitest';
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

const EDGES = ['--inset-left', '--inset-right', '--inset-bottom', '--controls-height'];

test.each([
  ['below its owner', { left: '120px', top: '60px' }],
  ['above its owner', { left: '120px', top: '150px' }],
  ['of an owner in the first corner', { left: '0', top: '0' }],
  ['of an owner in the last corner', { right: '0', bottom: '0' }],
])('a tooltip %s keeps off what the device and the window cover', async (_where, place) => {
  const { style } = document.documentElement;
  for (const edge of EDGES) style.setProperty(edge, '40px');
  onTestFinished(() => {
    for (const edge of EDGES) style.removeProperty(edge);
  });
  await page.viewport(320, 240);
  mount(
    <>
      <button type="button" data-tip="Open menu" style={{ position: 'fixed', ...place }}>
        Menu
      </button>
      <TipArea />
    </>,
  );
  await userEvent.keyboard('{Tab}');
  const shown = page.getByText('Open menu', { exact: true });
  await expect.element(shown).toBeVisible();
  const tip = shown.element().getBoundingClientRect();
  expect(tip.left).toBeGreaterThanOrEqual(48);
  expect(tip.right).toBeLessThanOrEqual(272);
  expect(tip.top).toBeGreaterThanOrEqual(48);
  expect(tip.bottom).toBeLessThanOrEqual(192);
});

test('a tooltip that is shown again is placed anew', async () => {
  await page.viewport(320, 240);
  mount(
    <>
      <button type="button" data-tip="First" style={{ position: 'fixed', left: 200, top: 180 }}>
        One
      </button>
      <button type="button" data-tip="Second" style={{ position: 'fixed', left: 20, top: 20 }}>
        Two
      </button>
      <TipArea />
    </>,
  );
  await userEvent.keyboard('{Tab}');
  const first = page.getByText('First', { exact: true });
  await expect.element(first).toBeVisible();
  expect(first.element().getBoundingClientRect().bottom).toBe(172);
  await userEvent.keyboard('{Tab}');
  const second = page.getByText('Second', { exact: true });
  await expect.element(second).toBeVisible();
  const owner = page.getByRole('button', { name: 'Two' }).element().getBoundingClientRect();
  expect(second.element().getBoundingClientRect().top).toBe(owner.bottom + 8);
});
