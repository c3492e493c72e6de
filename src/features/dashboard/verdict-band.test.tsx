import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../../ui/testing/mount.tsx';
import { mountPage } from '../../ui/testing/mount-page.tsx';
import { stories } from './verdict-band.stories.tsx';

const mountStory = (name: string) => mountPage(stories.stories[name]?.());
const band = () => page.getByRole('region', { name: 'Verdict' });
const rows = () => band().getByRole('listitem');
const isRed = () => (band().element() as HTMLElement).dataset.urgent !== undefined;

test('says the worst first, why, since when, who is on it, and last what is planned', async () => {
  await page.viewport(1280, 800);
  mountStory('of every kind');
  await expect.element(rows()).toHaveLength(4);
  await expect.element(rows().nth(0)).toHaveTextContent(/Archive is down12 min · no answer since/);
  await expect.element(rows().nth(1)).toHaveTextContent(/DRILL: Forge is down.*until/);
  await expect
    .element(rows().nth(2))
    .toHaveTextContent(/Ledger is slow.*ada is on it: The provider/);
  await expect
    .element(rows().nth(3))
    .toHaveTextContent(/Harbor in maintenance.*planned by bo · New/);
  await expect.element(band().getByRole('button', { name: /^I am on it: Archive/ })).toBeVisible();
  expect(isRed()).toBe(true);
  expect(await faults()).toEqual([]);
});

test('says that this node is cut off, or a line down, and not a platform', async () => {
  mountStory('cut off, and a line that is down');
  await expect
    .element(rows().nth(0))
    .toHaveTextContent(/This node is cut off.*4 of 6 lines are down at once/);
  await expect.element(rows().nth(1)).toHaveTextContent(/The line to Archive is down/);
});

test('says what a person opened, and by whom', async () => {
  mountStory('opened by a person');
  await expect.element(rows()).toHaveLength(1);
  await expect
    .element(rows())
    .toHaveTextContent(/Payments fail: Forge, Harbor31 min · opened by ada since/);
  expect(isRed()).toBe(true);
});

test('keeps what somebody is on at its place, and is calm about it', async () => {
  mountStory('somebody is on it');
  await expect.element(rows().nth(0)).toHaveTextContent(/Archive is down.*bo is on it/);
  expect(isRed()).toBe(false);
});

test('is one line with the measured uptime of the last day when nothing is wrong', async () => {
  mountStory('calm');
  await expect.element(rows()).toHaveLength(1);
  await expect
    .element(rows())
    .toHaveTextContent(/All 6 platforms are up.*last 24 hours: 99\.\d% of 58 min measured/);
});

test('shows four, and the others when they are asked for', async () => {
  mountStory('more than fit');
  await expect.element(rows()).toHaveLength(4);
  await page.getByRole('button', { name: 'Show 2 more' }).click();
  await expect.element(rows()).toHaveLength(6);
});

test('claims nothing without fresh proof', async () => {
  const { draw } = mountStory('nothing was wrong when last known');
  await expect.element(rows()).toHaveTextContent(/Unknown.*as of/);
  draw(stories.stories['last known, one waits to be sent']?.());
  await expect.element(rows().nth(0)).toHaveTextContent(/Archive was down.*unknown now/);
  expect(isRed()).toBe(false);
});

test('leads to the first platform where there is none', async () => {
  const { path } = mountStory('no platforms yet');
  await expect.element(rows()).toHaveTextContent(/^No platforms yet/);
  await page.getByRole('link', { name: 'Add the first one' }).click();
  expect(path()).toBe('/platforms');
});

test('leads to the incident', async () => {
  const { path } = mountStory('somebody is on it');
  await page.getByRole('link', { name: 'Archive is down' }).click();
  expect(path()).toBe('/incidents/41');
});
