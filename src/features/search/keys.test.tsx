import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../../tests/ui/mount.tsx';
import { nothing } from '../../../tests/ui/story.ts';
import { ConsoleSearch } from './console-search.tsx';
import { KeysDialog } from './keys-dialog.tsx';

test('Ctrl+K searches, also from a field; a letter alone is no command', async () => {
  const onOpen = vi.fn();
  mount(
    <>
      <ConsoleSearch opened={false} onOpen={onOpen} onClose={nothing} onSignOut={nothing} />
      <input aria-label="Field" />
    </>,
  );
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByLabelText('Field').click();
  await userEvent.keyboard('k?{Control>}k{/Control}');
  expect(onOpen).toHaveBeenCalledTimes(2);
});

test('the list of keys names each of them', async () => {
  mount(<KeysDialog opened onClose={nothing} />);
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect
    .element(dialog.getByRole('row', { name: 'Search and commands Ctrl K' }))
    .toBeVisible();
  expect(await faults()).toEqual([]);
});
