import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CONNECTION_LOST } from './browser.ts';
import type { Operator } from './operator.ts';
import { isLive, LIVE_MS, test } from './wired-tabs.ts';

/** What browsers do to data workers: freeze, kill, no disk. The device's clock is an hour behind the server's. */

const HOUR_MS = 3_600_000;

test.override('productEnv', {
  WRONG_BY_MS: String(HOUR_MS),
  NODE_OPTIONS: `--import ${join(import.meta.dirname, 'wrong-clock.mjs')}`,
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

test('while a leader is frozen the others receive every event, and so does the leader afterwards', async ({
  operator,
  wire,
  signedIn,
  openTab,
}) => {
  const leader = await openTab();
  const heir = await openTab();
  await expect.poll(() => wire.liveSockets()).toBe(1);
  const session = await signedIn.newCDPSession(leader);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  // The browser decides whether the worker is frozen too; a worker that hangs is tested with the tabs.
  await receivesEvent(heir, operator);
  await receivesEvent(heir, operator);
  await session.send('Page.setWebLifecycleState', { state: 'active' });
  await receivesEvent(leader, operator);
  await expect.poll(() => wire.liveSockets(), { timeout: LIVE_MS }).toBe(1);
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
  await page.getByRole('button', { name: 'Run Diagnostics' }).click();
  await page.getByText('The disk does not work: a reload starts empty.').waitFor();
});

/** What the browser reports when there is no room to write. */
const NO_SPACE = [/QuotaExceededError|quota/i];
