import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults, mount } from '../testing/mount.tsx';
import { LinkLight } from './link-light.tsx';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['connecting', 'Connecting'],
  ['live', 'Live'],
  ['silent', 'Silent'],
  ['refused', 'Signed out'],
  ['offline', 'Offline'],
] as const)('%s reads %s, with its age', async (state, word) => {
  mount(<LinkLight state={state} at={NOW - 12_000} now={NOW} mesh="5 of 6 platforms answer." />);
  const name = `Link to the server: ${word} 12 s ago`;
  await expect.element(page.getByRole('button', { name })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('tells the two lines apart', async () => {
  mount(<LinkLight state="silent" at={undefined} now={NOW} mesh="5 of 6 platforms answer." />);
  await page.getByRole('button').click();
  const lines = page.getByRole('dialog');
  await expect.element(lines.getByText('This screen to the server')).toBeVisible();
  await expect.element(lines.getByText(/has not been heard for too long/)).toBeVisible();
  await expect.element(lines.getByText('5 of 6 platforms answer.')).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('its tip and its panel are named without what belongs between two words', () => {
  mount(<LinkLight state="live" at={NOW} now={NOW} mesh="5 of 6 platforms answer." />);
  const name = 'Link to the server';
  expect(page.getByRole('button').element().getAttribute('data-tip')).toBe(name);
  expect(document.querySelector('[popover]')?.getAttribute('aria-label')).toBe(name);
});
