import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { CONNECTION_LOST } from './browser.ts';
import { test as base } from './fixtures.ts';
import type { Operator } from './operator.ts';
import { signInContext } from './screens.ts';
import { NO_SERVICE_WORKER } from './service-worker.ts';
import { startWire, type Wire } from './wire.ts';

/** Tabs of one person, who reaches a real server by a wire that can fail in any way. */

const VIEW = { ...NO_SERVICE_WORKER, viewport: { width: 1200, height: 900 } };
/** How long a console may take to be live again after the worst. */
export const LIVE_MS = 45_000;

export const test = base
  .extend('wire', { scope: 'file' }, async ({ product }, { onCleanup }) => {
    const wire = await startWire(product.port);
    onCleanup(() => wire.close());
    return wire;
  })
  // A browser context with the operator's session at the wire's address.
  .extend('signedIn', async ({ browser, operator, wire }, { onCleanup }) => {
    const context = await contextOf(browser, operator, wire);
    onCleanup(async () => {
      wire.mode = 'carry';
      await context.close();
    });
    return context;
  })
  // Opens a tab, with troubles that its test expects, and waits until it is live.
  .extend('openTab', ({ openPage, signedIn, wire }) => async (expected: readonly RegExp[] = []) => {
    const { page } = await openPage(signedIn, [...CONNECTION_LOST, ...expected]);
    await page.goto(`${wire.url}/dashboard`);
    await isLive(page);
    return page;
  });

/** A browser context of the operator's own, signed in. */
export async function contextOf(
  browser: Browser,
  operator: Operator,
  wire: Wire,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ ...VIEW, ...options });
  await signInContext(context, wire.url, operator);
  return context;
}

/** The indicator of the connection to the server. */
export const connectionIndicator = (page: Page) =>
  page.getByRole('button', { name: /^Connection to the server/ });

export const isLive = (page: Page) =>
  connectionIndicator(page).filter({ hasText: 'Live' }).waitFor({ timeout: LIVE_MS });
