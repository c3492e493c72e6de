import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { ConsoleOverlays } from './console-shell.tsx';

vi.mock('../displays/displays-dialog.tsx', () => ({
  DisplaysDialog: ({ opened, code, onClose }: Record<string, unknown>) =>
    opened ? (
      <button type="button" onClick={onClose as () => void}>
        Close {String(code)}
      </button>
    ) : null,
}));

test('a dialog opens over the screen that is shown, and returns there when it closes', async () => {
  const place = mountPage(<ConsoleOverlays />, '/alerts?time=24h&show=displays&code=AB12');
  await page.getByRole('button', { name: 'Close AB12' }).click();
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
  expect(place.path()).toBe('/alerts');
  expect(place.search()).toEqual({ time: '24h' });
});
