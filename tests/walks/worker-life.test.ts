import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { HOUR_MS } from '../../contract/limits.ts';
import { CONNECTION_LOST } from '../e2e/browser.ts';
import type { Operator } from '../e2e/operator.ts';
import { isLive, LIVE_MS, test } from '../e2e/wired-tabs.ts';

/** What browsers do to data workers: freeze, kill, no disk. The device's clock is an hour behind the server's. */

test.override('productEnv', {
  WRONG_BY_MS: String(HOUR_MS),
  NODE_OPTIONS: `--import ${join(import.meta.dirname, '../e2e/wrong-clock.mjs')}`,
});

/** Makes an event, and waits until the page shows what the server has as its newest. */
async function receivesEvent(page: Page, operator: Operator): Promise<void> {
  await operator.call('/api/system/sync', { method: 'POST' });
  const [newest] = await operator.read<{ message: string }[]>('/api/activity/logs');
  await page
    .getByRole('region', { name: /Activity/ })
    .first()
    .getByText(newest?.message ?? 'none')
    .first()
    .waitFor({ timeout: LIVE_MS });
}

test('while a tab is frozen the others receive every event, and so does that tab afterwards', async ({
  operator,
  wire,
  signedIn,
  openTab,
}) => {
  const frozen = await openTab();
  const other = await openTab();
  await expect.poll(() => wire.liveSockets()).toBe(2);
  const session = await signedIn.newCDPSession(frozen);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  // The browser decides whether the worker is frozen too; a worker that hangs is tested with the tabs.
  await receivesEvent(other, operator);
  await receivesEvent(other, operator);
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await receivesEvent(frozen, operator);
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(2);
});

test('a worker that dies is replaced and listed, and the subscriptions go on', async ({
  operator,
  openTab,
}) => {
  const page = await openTab();
  const [worker] = page.workers();
  const next = page.waitForEvent('worker', { timeout: LIVE_MS });
  await worker?.evaluate(() => self.close());
  await next;
  await isLive(page);
  await receivesEvent(page, operator);
  await page.getByRole('button', { name: 'Run Diagnostics' }).click();
  await page.getByText('Restarted once, last because it hangs.').waitFor();
});

test('a device whose clock is an hour wrong says so, and shows the times of the server', async ({
  operator,
  openTab,
}) => {
  const page = await openTab();
  await page.getByText(/The clock of this device is 1 h(our)? .*behind/).waitFor();
  await receivesEvent(page, operator);
  const rows = page.getByRole('region', { name: /Activity/ }).first();
  await rows.getByText('Just now').first().waitFor();
  expect(await rows.getByText(/hours? ago/).count()).toBe(0);
});

test('a device without disk space shows everything, and says that it stores nothing', async ({
  operator,
  wire,
  signedIn,
  openPage,
}) => {
  const { page } = await openPage(signedIn, [...CONNECTION_LOST, ...NO_SPACE]);
  const session = await signedIn.newCDPSession(page);
  const quotaSize = 1;
  await session.send('Storage.overrideQuotaForOrigin', { origin: wire.url, quotaSize });
  await page.goto(`${wire.url}/dashboard`);
  await isLive(page);
  await receivesEvent(page, operator);
  await page.getByRole('button', { name: /Admin User/ }).click();
  await page.getByRole('menuitem', { name: 'This device' }).click();
  await page.getByText('Only until this page is closed: the disk does not work').waitFor();
});

/** What the browser reports when there is no room to write. */
const NO_SPACE = [/QuotaExceededError|quota/i];
