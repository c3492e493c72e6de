import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { faults, mount } from '../../tests/ui/mount.tsx';
import { PlatformChips } from './platform-chips.tsx';

const GROUPS = ['Shops', 'Storage', 'Mail'];
const PLATFORMS = Array.from({ length: 300 }, (_, index) => ({
  id: `p${index}`,
  name: `Platform ${index}${index === 7 ? ', the archive of the Federal Office for Registration' : ''}`,
  group: GROUPS[index % GROUPS.length] ?? '',
}));

function Chips() {
  const [value, setValue] = useState<string[]>([]);
  return <PlatformChips platforms={PLATFORMS} value={value} onChange={setValue} />;
}

test('many are found by name or group, and chosen as they are found', async () => {
  await page.viewport(390, 844);
  mount(<Chips />);
  const chips = page.getByRole('checkbox');
  const search = page.getByRole('searchbox', { name: 'Find platforms' });
  await userEvent.fill(search, 'platform 29');
  await expect.poll(() => chips.elements().length).toBe(11);
  await userEvent.click(page.getByText('Platform 290', { exact: true }));
  await userEvent.fill(search, 'storage');
  await userEvent.click(page.getByRole('button', { name: 'Select all that match' }));
  await expect.element(page.getByRole('group')).toHaveTextContent('Platforms (101 chosen)');
  await userEvent.click(page.getByRole('button', { name: 'Select none that match' }));
  await expect.element(page.getByRole('group')).toHaveTextContent('Platforms (1 chosen)');
  await userEvent.fill(search, 'nothing of the kind');
  await expect.element(page.getByText('No platform has such a name or group.')).toBeVisible();
  await userEvent.fill(search, '');
  const label = page
    .getByText(/the Federal Office/)
    .element()
    .getBoundingClientRect();
  expect(label.right).toBeLessThanOrEqual(390);
  expect(await faults()).toEqual([]);
});
