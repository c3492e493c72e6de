import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, toastIn } from './browser.ts';
import { type Operator, PASSWORD, registerOperator, signInOperator } from './operator.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { startWire, type Wire } from './wire.ts';
import { contextOf, isLive, LIVE_MS, light, openTab } from './wired-tabs.ts';

/** Many tabs of one person at a real server, and the ways in which line, tab, browser and session fail. */

const dataDir = newDataDir();
let browser: Browser;
let product: Product;
let wire: Wire;
let operator: Operator;
let context: BrowserContext;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ DATA_DIR: dataDir })]);
  wire = await startWire(product.port);
  operator = await registerOperator(product);
});
afterAll(async () => {
  await browser.close();
  await wire.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await context?.close();
  context = await contextOf(browser, operator, wire);
});

async function openTabs(count: number): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let i = 0; i < count; i += 1) tabs.push(await openTab(context, wire, 'tabs'));
  return tabs;
}

/** Makes an event that every screen shows. */
const makeEvent = () => operator.call('/api/system/sync', { method: 'POST' });

/** The page comes to show what the server has as its newest. */
async function showsNewest(page: Page): Promise<void> {
  const rows = await operator.read<{ message: string }[]>('/api/activity/logs');
  const messages = rows.slice(0, 3).map(({ message }) => message);
  await expect
    .poll(async () => {
      const list = await page
        .getByRole('region', { name: /Activity/ })
        .first()
        .innerText();
      return messages.every((message) => list.includes(message));
    })
    .toBe(true);
}

test('ten tabs ask the server as often as one, and all hear what happens', async () => {
  const [first] = await openTabs(1);
  const before = apiCalls();
  await openTabs(9);
  expect(wire.liveSockets()).toBe(1);
  expect(apiCalls() - before).toBe(0);
  await makeEvent();
  for (const page of context.pages()) await showsNewest(page);
  await light(context.pages()[9] ?? (first as Page)).click();
  await context.pages()[9]?.getByText('Live through another tab').waitFor();
});

const apiCalls = () => wire.asked.filter((path) => path.startsWith('/api/')).length;

test('a tab that leads and is closed hands over at once', async () => {
  const [leader, heir] = await openTabs(2);
  await leader?.close();
  await makeEvent();
  await showsNewest(heir as Page);
  await expect.poll(() => wire.liveSockets()).toBe(1);
});

test('a tab that leads and hangs loses the lead, and follows when it goes on', async () => {
  const [leader, heir] = await openTabs(2);
  const worker = leader?.workers()[0];
  const hung = worker?.evaluate(() => {
    const until = Date.now() + 9_000;
    while (Date.now() < until) Math.sqrt(2);
  });
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(2);
  await makeEvent();
  await showsNewest(heir as Page);
  await hung;
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(1);
  await showsNewest(leader as Page);
});

test('a cut line is made anew, and nothing is missing', async () => {
  const [page] = await openTabs(1);
  wire.cut();
  await makeEvent();
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(1);
  await showsNewest(page as Page);
});

test('a line that swallows everything is noticed, and green is gone before', async () => {
  const [page] = await openTabs(1);
  wire.mode = 'swallow';
  await light(page as Page)
    .filter({ hasText: 'Silent' })
    .waitFor({ timeout: LIVE_MS });
  wire.mode = 'carry';
  await makeEvent();
  await isLive(page as Page);
  await showsNewest(page as Page);
});

test('the web page of a hotel is no data', async () => {
  const [page] = await openTabs(1);
  await showsNewest(page as Page);
  wire.mode = 'portal';
  wire.cut();
  await light(page as Page)
    .filter({ hasText: 'Connecting' })
    .waitFor({ timeout: LIVE_MS });
  await showsNewest(page as Page);
  wire.mode = 'carry';
  await makeEvent();
  await isLive(page as Page);
  await showsNewest(page as Page);
});

test('a session that ends in mid-life keeps what is known, and signing in goes on from there', async () => {
  const [page, other] = await openTabs(2);
  await operator.call('/api/auth/logout', { method: 'POST' });
  for (const tab of [page, other])
    await light(tab as Page)
      .filter({ hasText: 'Signed out' })
      .waitFor({ timeout: LIVE_MS });
  expect(await page?.getByText('No activity logs available').count()).toBe(0);
  await signInByKeyboard(page as Page);
  for (const tab of [page, other]) await isLive(tab as Page);
  expect(page?.url()).toContain('/dashboard');
  operator = await signInOperator(product);
});

test('a server that restarts is met again, and nothing is missing', async () => {
  const [page] = await openTabs(1);
  await product.stop();
  await light(page as Page)
    .filter({ hasNotText: 'Live' })
    .waitFor({ timeout: LIVE_MS });
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(product.port) });
  await makeEvent();
  await isLive(page as Page);
  await showsNewest(page as Page);
});

/** The dialog takes the focus to its first field, and leaves it on the screen; a second try takes back the first. */
async function signInByKeyboard(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.locator('input[name=username]:focus').waitFor();
  await page.keyboard.type('ada');
  const password = dialog.getByLabel('Password', { exact: true });
  await password.fill('not the password');
  await password.press('Enter');
  await toastIn(page).getByText('Login Failed').waitFor();
  await password.fill(PASSWORD);
  await password.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await toastIn(page).getByText('Welcome back!').waitFor();
  await page.locator('main:focus').waitFor();
}
