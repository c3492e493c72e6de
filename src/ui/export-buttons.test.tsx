import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../tests/ui/mount.tsx';
import { ExportButtons, type OnExport } from './export-buttons.tsx';

const button = (name: string | RegExp) => page.getByRole('button', { name });

test('a file at a time is made, and its button counts the rows and keeps the focus', async () => {
  let finish: (value?: undefined) => void = () => undefined;
  const made = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const onExport = vi.fn<OnExport>(({ onProgress }) => {
    onProgress(12_000);
    return made;
  });
  mount(<ExportButtons count={20_000} onExport={onExport} />);
  await userEvent.click(button('Export JSON'));
  await expect.element(button(/^Exporting 12.000/)).toHaveAttribute('aria-busy', 'true');
  await expect.element(button(/^Exporting/)).toHaveFocus();
  expect(await faults()).toEqual([]);
  button('Export CSV')
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  finish();
  await expect.element(button('Export JSON')).toHaveFocus();
  expect(onExport).toHaveBeenCalledOnce();
});

test('names how many selected rows are exported; with no rows there is nothing to export', async () => {
  const { draw } = mount(<ExportButtons count={3} selected={3} onExport={vi.fn()} />);
  await expect.element(button('Export 3 as CSV')).toBeEnabled();
  draw(<ExportButtons count={0} onExport={vi.fn()} />);
  await expect.element(button('Export CSV')).toBeDisabled();
});
