import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { contextFor, isRead, type LivedIn, liveIn } from './screens.ts';

/** The first paint of the dashboard, before the code that draws the console has run. */

const dataDir = newDataDir();
let browser: Browser;
let product: Product;
let day: LivedIn;
let context: BrowserContext;
/** What the browser kept of the day. */
let text: string;

beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ DATA_DIR: dataDir });
  day = await liveIn(product);
  context = await contextFor(browser, product, day.operator, { serviceWorkers: 'block' });
  text = await visitDashboard();
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('last-known'));

/** @returns what this browser has kept of the screen */
async function visitDashboard(): Promise<string> {
  const page = await context.newPage();
  await page.goto(day.urlOf('dashboard'));
  await isRead(page);
  await page.waitForFunction(() => localStorage.getItem('last-known')?.includes('"bundles"'));
  const found = await kept(page);
  await page.close();
  return found ?? '';
}

/** The page's own inline scripts have run: those of its files, which it waits for now, have not. */
const isParsed = (page: Page) => page.waitForFunction(() => document.readyState === 'interactive');

/** The dashboard without any of its scripts, with what `before` changed in what is kept. */
async function openBare(before: (text: string) => string = (text) => text) {
  const opened = await openPage(context, 'last-known');
  const { page } = opened;
  await page.addInitScript((next) => localStorage.setItem('last-known', next), before(text));
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(day.urlOf('dashboard'), { waitUntil: 'commit' });
  await isParsed(page);
  await page.evaluate((next) => localStorage.setItem('last-known', next), text);
  return opened;
}

const aged = (ms: number) => (text: string) =>
  text.replace(/"at":(\d+)/g, (_whole, at) => `"at":${Number(at) - ms}`);

test('the last that is known is in the first paint, dated, and claims nothing of now', async () => {
  const { page, troubles, picture } = await openBare();
  const main = page.locator('main');
  await main.filter({ hasText: '6/7' }).waitFor();
  await main.filter({ hasText: 'Heartbeat sent by hand' }).waitFor();
  await page.getByRole('row', { name: /citations-hotfix\.zip.*Failed/ }).waitFor();
  await page
    .getByRole('article', { name: 'ZIP Bundles' })
    .getByText(/^As of (now|\d)/)
    .waitFor();
  const platforms = page.getByRole('region', { name: 'Platforms' });
  await platforms.getByText('not fresh').waitFor();
  expect(await platforms.getByRole('listitem').count()).toBe(6);
  expect(await page.locator('body').innerText()).not.toContain('{');
  expect(await page.getByText('Live connection active').count()).toBe(0);
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
  await page.waitForFunction(() => performance.getEntriesByName('last-known').length === 1);
  await picture('first-paint');
  expect(troubles).toEqual([]);
  await page.close();
});

test('what is too old to be true is not claimed', async () => {
  const { page, picture } = await openBare(aged(3 * 3_600_000));
  const meshes = page.getByRole('article', { name: 'Mesh Connections' });
  await meshes.getByText('UNKNOWN').waitFor();
  await meshes.getByText('Last known 3 h ago').waitFor();
  expect(await meshes.textContent()).not.toContain('6/7');
  await page.getByText('UNKNOWN now, as of 3 h ago').first().waitFor();
  await picture('unknown');
  await page.close();
});

test.each<[string, (text: string) => string]>([
  ["another account's", (text) => text.replace('"account":"ada"', '"account":"bob"')],
  ['damaged', (text) => text.slice(0, -20)],
  ['of another shape', () => '{"account":"ada","skewMs":0,"parts":[{"at":"<b>"}]}'],
  ['none', () => ''],
])('of what is kept and is %s nothing is shown', async (_name, change) => {
  const { page, troubles } = await openBare(change);
  await page.locator('[data-stat-placeholder]').first().waitFor();
  expect(await page.locator('[data-bundle-placeholder]').count()).toBeGreaterThan(0);
  expect(await page.locator('[data-activity-placeholder]').count()).toBeGreaterThan(0);
  expect(await page.evaluate(() => performance.getEntriesByName('last-known').length)).toBe(0);
  expect(troubles).toEqual([]);
  await page.close();
});

test.each<[string, (text: string) => string]>([
  ['damaged', (text) => text.replace('"size":"', '"size":7,"length":"')],
  ["another version's", (text) => text.replace('"uploaded":', '"time":')],
])('a part that is %s keeps none of the others from the first paint', async (_name, change) => {
  const { page, troubles } = await openBare(change);
  await page.locator('main').filter({ hasText: '6/7' }).waitFor();
  await page.locator('[data-bundle-placeholder]').first().waitFor();
  expect(await page.evaluate(() => performance.getEntriesByName('last-known').length)).toBe(0);
  expect(troubles).toEqual([]);
  await page.close();
});

test('what is kept is text, whatever it says', async () => {
  const { page, troubles } = await openBare((text) =>
    text.replace('Heartbeat sent by hand', '<img src=x onerror=alert(1)> {age}'),
  );
  await page.getByText('<img src=x onerror=alert(1)> {age}').waitFor();
  expect(troubles).toEqual([]);
  await page.close();
});

test('a wall shows nothing of an account before it knows who it is', async () => {
  const page = await context.newPage();
  await page.route('**/assets/*.js', () => undefined);
  await page.goto(day.urlOf('wall'), { waitUntil: 'commit' });
  await isParsed(page);
  expect(await page.evaluate(() => performance.getEntriesByName('last-known').length)).toBe(0);
  expect(await page.locator('#root').innerText()).toBe('');
  await page.close();
});

interface Seen {
  /** How far anything has moved. */
  shift: number;
  /** Text of the page when its first paint was done. */
  first?: string;
}

function observe(): void {
  const seen: Seen = { shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      seen.shift += (entry as PerformanceEntry & { value: number }).value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('last-known').length > 0)
      seen.first = document.getElementById('root')?.innerText ?? '';
  }).observe({ type: 'mark', buffered: true });
  Object.assign(window, { seen });
}

test.each([
  ['a desk', { width: 1280, height: 720 }],
  ['a tall tablet', { width: 820, height: 1180 }],
  ['a phone', { width: 360, height: 740 }],
])('on %s the console takes its place without anything moving', async (_name, viewport) => {
  const { page, troubles, picture } = await openPage(context, 'last-known');
  await page.setViewportSize(viewport);
  await page.addInitScript(observe);
  await page.goto(day.urlOf('dashboard'));
  await page.getByText('Live connection active').waitFor();
  await isRead(page);
  const seen = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  expect((await seen()).first).toContain('Heartbeat sent by hand');
  expect((await seen()).shift).toBeLessThan(0.02);
  await picture('after');
  expect(troubles).toEqual([]);
  await page.close();
});

test('what is pressed in it waits for the console, and is done then', async () => {
  const { page, troubles, picture } = await openPage(context, 'last-known');
  const held: (() => void)[] = [];
  await page.route('**/assets/page-*.js', (route) => {
    held.push(() => void route.continue());
  });
  await page.goto(day.urlOf('dashboard'), { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Details of citations-hotfix.zip' });
  await button.click();
  expect(await button.getAttribute('data-waiting')).toBe('');
  await picture('waiting');
  for (const go of held) go();
  await page.getByRole('dialog', { name: 'citations-hotfix.zip' }).waitFor();
  await picture('done');
  expect(troubles).toEqual([]);
  await page.close();
});

test('signing out erases it', async () => {
  const operator = await contextFor(browser, product, day.operator, { serviceWorkers: 'block' });
  const page = await operator.newPage();
  await page.goto(day.urlOf('dashboard'));
  await isRead(page);
  await page.waitForFunction(() => localStorage.getItem('last-known') !== null);
  await page.getByRole('button', { name: 'Sign out' }).first().click();
  await page.waitForURL('**/login');
  expect(await kept(page)).toBeNull();
  await operator.close();
});
