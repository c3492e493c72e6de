import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { stories } from './open-incidents.stories.tsx';

const mountStory = (name: string) => mountPage(stories.stories[name]?.());

test('shows the most urgent, and when asked all that is open, why, and who is on it', async () => {
  mountStory('of every kind');
  const rows = page.getByRole('listitem');
  await expect.element(rows).toHaveLength(1);
  await page.getByRole('button', { name: 'Show all 4' }).click();
  await expect.element(rows.nth(0)).toHaveTextContent(/DRILL: Forge is down/);
  await expect.element(rows.nth(1)).toHaveTextContent(/Archive is down.*no answer · since/);
  await expect.element(rows.nth(2)).toHaveTextContent(/ada is on it · The provider works on it\./);
  await expect.element(rows.nth(3)).toHaveTextContent(/Harbor is down.*maintenance until/);
});

test('leads to the incident', async () => {
  const { path } = mountStory('one');
  await page.getByRole('link', { name: 'Archive is down' }).click();
  expect(path()).toBe('/incidents/41');
});

test('keeps its height when there is nothing to show', async () => {
  const { draw } = mountStory('one');
  const panel = page.getByRole('region', { name: 'Open incidents' });
  await expect.element(page.getByText('Archive is down')).toBeVisible();
  const height = panel.element().getBoundingClientRect().height;
  draw(stories.stories.none?.());
  await expect.element(page.getByText('No incident is open.')).toBeVisible();
  expect(panel.element().getBoundingClientRect().height).toBe(height);
});
