import { type BrowserContext, chromium } from 'playwright-core';
import { chromiumLaunch } from '../scripts/chromium.mjs';
import { PASSWORD, registerOperator } from '../tests/e2e/operator.ts';
import { startProduct } from '../tests/e2e/product.ts';
import type { Figure } from './figure.ts';
import { figuresOf, type Measured } from './slow-line-figures.ts';
import { openSlowly, type Visit } from './slow-visit.ts';

/**
 * What does somebody wait for on a slow line? Landing, login and dashboard, for the first time and again, at a
 * quarter of this machine's speed over 1.6 Mbit/s with 150 ms of round trip (throttled by the DevTools
 * protocol), and the dashboard with the server's process stopped. The real build, a real server with some
 * twenty rows of activity.
 */

const RUNS = 5;
const ROWS = 20;

export async function measure(): Promise<Figure[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' });
  const operator = await registerOperator(product);
  for (let row = 0; row < ROWS; row += 1)
    await operator.call('/api/system/sync', { method: 'POST' });
  const browser = await chromium.launch(launchUnwatched());
  const visits: Measured[] = [];
  const note = (kind: Measured['kind'], visit: Visit) => visits.push({ kind, visit });
  try {
    for (let run = 0; run < RUNS; run += 1) {
      const visitor = await browser.newContext();
      note('landing', await openSlowly(visitor, `${product.url}/`));
      await visitor.close();
      const guest = await browser.newContext();
      note('login', await openSlowly(guest, `${product.url}/login`));
      note('login again', await openSlowly(guest, `${product.url}/login`));
      await guest.close();
      const context = await browser.newContext();
      await signIn(context, product.url);
      note('dashboard', await openSlowly(context, `${product.url}/dashboard`));
      await settle(context, product.url);
      note('dashboard again', await openSlowly(context, `${product.url}/dashboard`));
      await context.close();
    }
    const context = await browser.newContext();
    await signIn(context, product.url);
    await settle(context, product.url);
    await product.stop();
    for (let run = 0; run < RUNS; run += 1)
      note('dashboard, server gone', await openSlowly(context, `${product.url}/dashboard`));
  } finally {
    await browser.close();
    await product.stop();
  }
  return figuresOf(visits);
}

/**
 * With DevTools attached each error that is made asks for the positions of its script, for which V8 parses all of
 * it again: React makes some as it starts, which takes a slow device 160 ms that nobody else pays. Here V8 keeps
 * the positions from the first parsing.
 */
function launchUnwatched() {
  const { args = [], ...launch } = chromiumLaunch();
  return { ...launch, args: [...args, '--js-flags=--no-enable-lazy-source-positions'] };
}

/** Waits until the service worker keeps the console, and the data worker the data. */
async function settle(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${url}/dashboard`);
  await page.getByText('Live connection active').waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.close();
}

/** The session's cookie and the page's marker, without anything in the cache. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const payload = { username: 'ada', password: PASSWORD };
  await context.request.post(`${url}/api/auth/login`, { data: payload });
  await context.addInitScript(() => localStorage.setItem('auth-token', 'ada'));
}
