import type { Browser, BrowserContext, Page } from 'playwright-core';
import { openPage } from './browser.ts';
import type { Operator } from './operator.ts';
import type { Wire } from './wire.ts';

/** Tabs of one person, who reaches a real server by a wire that can fail in any way. */

const VIEW = { viewport: { width: 1200, height: 900 } };
/** How long a console may take to be live again after the worst. */
export const LIVE_MS = 45_000;
/** Every trouble is brought about on purpose. */
export const ANY_TROUBLE = [/.*/];

/** A browser of the operator's own, signed in. */
export async function contextOf(
  browser: Browser,
  operator: Operator,
  wire: Wire,
): Promise<BrowserContext> {
  const context = await browser.newContext(VIEW);
  await signIn(context, operator, wire);
  return context;
}

/** Gives a browser the operator's session. */
export async function signIn(
  context: BrowserContext,
  operator: Operator,
  wire: Wire,
): Promise<void> {
  const [name = '', value = ''] = operator.cookie.split('=', 2);
  await context.addCookies([{ name, value, url: wire.url }]);
  await context.addInitScript(() => localStorage.setItem('auth-token', 'ada'));
}

/** @param folder of the picture that is kept when the test fails */
export async function openTab(
  context: BrowserContext,
  wire: Wire,
  folder: string,
  path = '/dashboard',
): Promise<Page> {
  const { page } = await openPage(context, folder, ANY_TROUBLE);
  await page.goto(wire.url + path);
  await isLive(page);
  return page;
}

/** The light that tells how the line to the server is. */
export const light = (page: Page) => page.getByRole('button', { name: /^Link to the server/ });

export const isLive = (page: Page) =>
  light(page).filter({ hasText: 'Live' }).waitFor({ timeout: LIVE_MS });
