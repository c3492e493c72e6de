import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, type Mounted, mount } from '../../../tests/ui/mount.tsx';
import { PaletteAhead } from './palette-ahead.tsx';

const onQuery = vi.fn<(query: string) => void>();
const onClose = vi.fn();
const field = () => page.getByLabelText('Search the console');
let mounted: Mounted;

beforeEach(async () => {
  vi.clearAllMocks();
  const button = document.createElement('button');
  button.textContent = 'Search';
  document.body.prepend(button);
  button.focus();
  mounted = mount(<PaletteAhead onQuery={onQuery} onClose={onClose} />);
  await expect.element(field()).toHaveFocus();
  return () => button.remove();
});

test('what is typed is handed on, and the focus goes back to where it was', async () => {
  await userEvent.keyboard('zip');
  expect(onQuery.mock.calls).toEqual([['z'], ['zi'], ['zip']]);
  mounted.draw(null);
  expect(document.activeElement?.textContent).toBe('Search');
});

test('Escape and a tap beside it close it, a tap on it does not', async () => {
  await field().click();
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  await page.getByRole('search').click({ position: { x: 5, y: 5 } });
  expect(onClose).toHaveBeenCalledTimes(2);
});

test('axe finds no fault', async () => {
  expect(await faults()).toEqual([]);
});
