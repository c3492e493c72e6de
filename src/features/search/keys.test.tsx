import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../ui/testing/mount.tsx';
import { useConsoleKeys } from './keys.ts';
import { KeysDialog } from './keys-dialog.tsx';

function setUp() {
  const handlers = { onSearch: vi.fn(), onKeys: vi.fn(), onScreen: vi.fn() };
  function Page() {
    useConsoleKeys(handlers);
    return <input aria-label="Field" />;
  }
  mount(<Page />);
  return handlers;
}

test.each([
  ['gd', '/dashboard'],
  ['gm', '/mesh-network'],
  ['gb', '/zip-bundles'],
  ['gw', '/admin-watchdog'],
])('%s leads to %s', async (keys, path) => {
  const { onScreen } = setUp();
  await userEvent.keyboard(keys);
  expect(onScreen.mock.calls).toEqual([[path]]);
});

test('a letter alone, or after another key, leads nowhere', async () => {
  const { onScreen } = setUp();
  await userEvent.keyboard('dgxm');
  expect(onScreen).not.toHaveBeenCalled();
});

test('? lists the keys and Ctrl+K searches, also from a field', async () => {
  const { onKeys, onSearch } = setUp();
  await userEvent.keyboard('?');
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByLabelText('Field').click();
  await userEvent.keyboard('{Control>}k{/Control}');
  expect([onKeys.mock.calls.length, onSearch.mock.calls.length]).toEqual([1, 2]);
});

test('letters typed into a field, or while a dialog is open, are no commands', async () => {
  const { onKeys, onScreen } = setUp();
  await page.getByLabelText('Field').click();
  await userEvent.keyboard('gd?');
  (document.activeElement as HTMLElement).blur();
  const dialog = document.createElement('div');
  dialog.ariaModal = 'true';
  document.body.append(dialog);
  await userEvent.keyboard('gd?');
  dialog.remove();
  expect([onKeys.mock.calls.length, onScreen.mock.calls.length]).toEqual([0, 0]);
});

test('the list of keys names each of them', async () => {
  mount(<KeysDialog opened onClose={vi.fn()} />);
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect.element(dialog.getByRole('row', { name: 'Mesh Network G then M' })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('single-key shortcuts are switched off on this device, and Ctrl+K and the list stay', async () => {
  onTestFinished(() => localStorage.clear());
  const { onKeys, onScreen, onSearch } = setUp();
  const { draw } = mount(<KeysDialog opened onClose={vi.fn()} />);
  const single = page.getByRole('switch', { name: 'Single-key shortcuts' });
  await single.click();
  await expect.element(page.getByRole('row', { name: 'Search and commands' })).toBeVisible();
  await expect.element(page.getByRole('row', { name: 'G then M' })).not.toBeInTheDocument();
  draw(null);
  await userEvent.keyboard('gd?{Control>}k{/Control}');
  expect([onScreen, onKeys, onSearch].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1]);
  draw(<KeysDialog opened onClose={vi.fn()} />);
  await expect.element(single).not.toBeChecked();
  await single.click();
  draw(null);
  await userEvent.keyboard('gd?');
  expect([onScreen, onKeys].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});
