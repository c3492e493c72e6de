import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { type Operator, registerOperator } from './operator.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { startWire, type Wire } from './wire.ts';
import { ANY_TROUBLE, contextOf, isLive, LIVE_MS, openTab } from './wired-tabs.ts';

/**
 * What browsers do to data workers that are left open: frozen, killed, without a disk. All of it on a device
 * whose clock is an hour behind the server's.
 */

const HOUR_MS = 3_600_000;
const WRONG_CLOCK = `--import ${join(import.meta.dirname, 'wrong-clock.mjs')}`;
const dataDir = newDataDir();
let browser: Browser;
let product: Product;
let wire: Wire;
let operator: Operator;
let context: BrowserContext;

beforeAll(async () => {
  const env = { DATA_DIR: dataDir, WRONG_BY_MS: String(HOUR_MS), NODE_OPTIONS: WRONG_CLOCK };
  [browser, product] = await Promise.all([openBrowser(), startProduct(env)]);
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

const openOne = () => openTab(context, wire, 'worker-life');

/** Makes an event, and waits until the page shows what the server has as its newest. */
async function hearsOf(page: Page): Promise<void> {
  await operator.call('/api/system/sync', { method: 'POST' });
  const [newest] = await operator.read<{ message: string }[]>('/api/activity/logs');
  await page
    .getByRole('region', { name: /Activity/ })
    .first()
    .getByText(newest?.message ?? 'none')
    .first()
    .waitFor({ timeout: LIVE_MS });
}

test('a leader that the browser freezes costs the others no news, and has them all when it goes on', async () => {
  const leader = await openOne();
  const heir = await openOne();
  await expect.poll(() => wire.liveSockets()).toBe(1);
  const session = await context.newCDPSession(leader);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  // Whether its worker is frozen with it is the browser's to say; a worker that hangs is tested with the tabs.
  await hearsOf(heir);
  await hearsOf(heir);
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await hearsOf(leader);
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(1);
});

test('a worker that dies without a word is replaced, goes on with what was watched, and is listed', async () => {
  const page = await openOne();
  const [worker] = page.workers();
  const next = page.waitForEvent('worker', { timeout: LIVE_MS });
  await worker?.evaluate(() => self.close());
  await next;
  await isLive(page);
  await hearsOf(page);
  await page.getByRole('button', { name: 'Run Diagnostics' }).click();
  await page.getByText('Replaced once, last because it hangs.').waitFor();
});

test('a device whose clock is an hour wrong says so, and shows the times of the server', async () => {
  const page = await openOne();
  await page.getByText(/The clock of this device is 1 h(our)? .*behind/).waitFor();
  await hearsOf(page);
  const rows = page.getByRole('region', { name: /Activity/ }).first();
  await rows.getByText('Just now').first().waitFor();
  expect(await rows.getByText(/hours? ago/).count()).toBe(0);
});

test('a device that can keep nothing shows everything all the same, and says that it keeps nothing', async () => {
  const { page } = await openPage(context, 'worker-life', ANY_TROUBLE);
  const session = await context.newCDPSession(page);
  const quotaSize = 1;
  await session.send('Storage.overrideQuotaForOrigin', { origin: wire.url, quotaSize });
  await page.goto(`${wire.url}/dashboard`);
  await isLive(page);
  await hearsOf(page);
  await page.getByRole('button', { name: 'Run Diagnostics' }).click();
  await page.getByText('The disk fails: a reload starts empty.').waitFor({ timeout: LIVE_MS });
});
