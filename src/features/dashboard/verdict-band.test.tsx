import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { faults } from '../../../tests/ui/mount.tsx';
import { mountPage } from '../../../tests/ui/mount-page.tsx';
import { stories } from './verdict-band.stories.tsx';

const mountStory = (name: string) => mountPage(stories.stories[name]?.());
const band = () => page.getByRole('region', { name: 'Verdict' });
const rows = () => band().getByRole('listitem');
const headline = () => band().getByRole('heading', { level: 2 });
const isRed = () => (band().element() as HTMLElement).dataset.urgent !== undefined;

test('counts what is wrong and what is planned, then a row each', async () => {
  await page.viewport(1280, 800);
  mountStory('of every kind');
  await expect
    .element(headline())
    .toHaveTextContent('1 down · 1 slow · 1 drill · 1 in maintenance');
  await expect.element(band()).toHaveTextContent(/2 with nobody1 taken/);
  await expect.element(rows().nth(0)).toHaveTextContent(/Archiveno answer12 min/);
  await expect.element(rows().nth(1)).toHaveTextContent(/ForgeDRILLuntil/);
  await expect.element(rows().nth(2)).toHaveTextContent(/Ledger.*The provider.*You are on it/);
  await expect.element(rows().nth(3)).toHaveTextContent(/Harbor until .*planned by bo: New/);
  await expect.element(band().getByRole('button', { name: /^I am on it: Archive/ })).toBeVisible();
  expect(isRed()).toBe(true);
  expect(await faults()).toEqual([]);
});

test('says which groups are in trouble, the worst first, and who waits for whom', async () => {
  await page.viewport(1280, 800);
  mountStory('in groups');
  await expect.element(band()).toHaveTextContent(/Core 2 downPayments 1 slow, 1 planned/);
  await expect.element(band()).toHaveTextContent(/1 with nobody1 waits · 1 taken/);
  await expect.element(rows().nth(1)).toHaveTextContent(/Signal.*offered by bo.*waits for you/);
});

test('names one problem, with its cause, its time and its button', async () => {
  await page.viewport(1280, 800);
  mountStory('one of nobody');
  await expect.element(headline()).toHaveTextContent('Archive is down');
  await expect.element(rows()).toHaveTextContent(/no answer12 minNobody is on it/);
  expect(rows().elements()).toHaveLength(1);
  expect(isRed()).toBe(true);
});

test('says that this node is cut off, or a line down, and not a platform', async () => {
  mountStory('cut off, and a line that is down');
  await expect.element(rows().nth(0)).toHaveTextContent(/This node.*4 of 6 lines are down at once/);
  await expect.element(rows().nth(1)).toHaveTextContent(/The line to Archive/);
});

test('says what a person opened, and by whom', async () => {
  mountStory('opened by a person');
  await expect.element(headline()).toHaveTextContent('Payments fail: Forge, Harbor');
  await expect.element(rows()).toHaveTextContent(/opened by ada31 min/);
});

test('is calm about what somebody is on', async () => {
  mountStory('somebody is on it');
  await expect.element(rows().nth(0)).toHaveTextContent(/Archive is down.*bo is on it/);
  expect(isRed()).toBe(false);
});

test('is one line with the measured uptime of the last day when nothing is wrong', async () => {
  mountStory('calm');
  await expect.element(headline()).toHaveTextContent('All 6 platforms are up');
  await expect.element(band()).toHaveTextContent(/last 24 hours: 99\.\d% of 58 min measured/);
  expect(rows().elements()).toEqual([]);
});

test('claims nothing without fresh proof', async () => {
  const { draw } = mountStory('nothing was wrong when last known');
  await expect.element(band()).toHaveTextContent(/Unknown.*as of/);
  draw(stories.stories['last known, one waits to be sent']?.());
  await expect.element(headline()).toHaveTextContent(/^Last known: 1 down · 1 slow/);
  await expect.element(band()).toHaveTextContent(/unknown now, as of .*Archivewas down/);
  expect(isRed()).toBe(false);
});

test('leads to the first platform where there is none', async () => {
  const { path } = mountStory('no platforms yet');
  await expect.element(headline()).toHaveTextContent('No platforms yet');
  await page.getByRole('link', { name: 'Add the first one' }).click();
  expect(path()).toBe('/platforms');
});

test('leads to the incident', async () => {
  const { path } = mountStory('somebody is on it');
  await page.getByRole('link', { name: 'Archive is down' }).click();
  expect(path()).toBe('/incidents/41');
});
