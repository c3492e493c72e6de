import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { CAPABILITIES } from './copy.ts';
import { Landing } from './landing.tsx';

let place: { path(): string };

beforeEach(async () => {
  await page.viewport(1280, 800);
  place = mountPage(
    <Landing product="Testbed" parentSite="https://parent.example/about" version="1.2.3" />,
  );
  await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument();
});

test.each([
  ['Login', '/login'],
  ['Start Building Intelligence', '/signup'],
  ['Access Dashboard', '/login'],
])('%s leads to %s', async (name, path) => {
  await page.getByRole('link', { name, exact: true }).click();
  await expect.poll(place.path).toBe(path);
});

test('the top bar has Get Started, which leads to the sign-up', async () => {
  const bar = page.getByRole('banner');
  await expect
    .element(bar.getByRole('link', { name: 'Get Started' }))
    .toHaveAttribute('href', '/signup');
});

test.each(['Why It Matters', 'Sovereign Advantage', 'Capabilities', 'Trust and Proof'])(
  'has the section %s',
  async (name) => {
    await expect.element(page.getByRole('region', { name, exact: true })).toBeVisible();
  },
);

test('has six capability cards, which the footer lists too', async () => {
  const cards = page.getByRole('region', { name: 'Capabilities' }).getByRole('listitem');
  expect(cards.elements()).toHaveLength(6);
  for (const { title } of CAPABILITIES) {
    await expect
      .element(page.getByRole('contentinfo').getByText(title, { exact: true }))
      .toBeVisible();
  }
});

test('the footer says which version this is', async () => {
  const foot = page.getByRole('contentinfo');
  await expect.element(foot.getByText('Version 1.2.3', { exact: true })).toBeVisible();
});

test.each([
  ['Platforms integrated', '7/7'],
  ['Verified citations', '100%'],
  ['Mesh monitoring', 'Live'],
  ['Infrastructure', 'Global'],
])('proves %s with %s', async (text, figure) => {
  const stat = page.getByRole('region', { name: 'Trust and Proof' }).getByText(text);
  expect(stat.element().parentElement?.textContent).toBe(text + figure);
});

test.each([
  'See How Testbed Delivers Trustworthy AI',
  'Explore Capabilities',
  'Read How Teams Use Testbed',
])('%s leads to a part of the page that is there', async (name) => {
  const target = page.getByRole('link', { name }).element().getAttribute('href') ?? '';
  expect(target).toMatch(/^#./);
  expect(document.querySelector(target)?.textContent).not.toBe('');
});

test('the call to action leads to the parent site, in a new tab that knows nothing of this one', async () => {
  const link = page.getByRole('link', { name: /Visit parent\.example/ });
  await expect.element(link).toHaveAttribute('href', 'https://parent.example/about');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
});

test('has one first-level heading, and axe finds nothing', async () => {
  expect(document.querySelectorAll('h1')).toHaveLength(1);
  expect(await faults()).toEqual([]);
});

test('fits a phone of 360 px', async () => {
  await page.viewport(360, 740);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
