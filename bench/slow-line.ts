import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { chromiumLaunch } from '../scripts/chromium.mjs';
import { PASSWORD, registerOperator } from '../tests/e2e/operator.ts';
import { startProduct } from '../tests/e2e/product.ts';
import type { Product } from '../tests/e2e/running-product.ts';
import type { Measurement } from './measurement.ts';
import { markReference, serveReference } from './reference-console.ts';
import { type Kind, type Measured, measurementsOf } from './slow-line-measurements.ts';
import { openSlowly, type Visit } from './slow-visit.ts';

/**
 * How long do pages take on a slow line? Landing, login and dashboard, for the first time and again, at a quarter of
 * this machine's speed over 1.6 Mbit/s with 150 ms of round trip (throttled by the DevTools protocol), and the dashboard
 * with the server's process stopped. The real build, a real server with some twenty rows of activity. By turns with
 * another console, for the ratio.
 */

const RUNS = 5;
const ROWS = 20;

type Note = (kind: Kind, visit: Visit) => void;

export async function measure(): Promise<Measurement[]> {
  const product = await startProduct({ LOG_LEVEL: 'warn' });
  const browser = await chromium.launch(launchUnwatched());
  const reference = await serveReference();
  const visits: Measured[] = [];
  const note: Note = (kind, visit) => visits.push({ kind, visit });
  try {
    const operator = await registerOperator(product);
    for (let row = 0; row < ROWS; row += 1)
      await operator.call('/api/system/sync', { method: 'POST' });
    for (let run = 0; run < RUNS; run += 1) {
      await visitAsGuest(browser, product.url, note);
      await visitTwice(browser, product.url, note);
      if (reference) await visitReference(browser, `${reference.url}/index.html`, note);
    }
    await visitWithoutServer(browser, product, note);
  } finally {
    await browser.close();
    await reference?.close();
    await product.stop();
  }
  return measurementsOf(visits);
}

async function visitAsGuest(browser: Browser, url: string, note: Note): Promise<void> {
  const visitor = await browser.newContext();
  note('landing', await openSlowly(visitor, `${url}/`));
  await visitor.close();
  const guest = await browser.newContext();
  note('login', await openSlowly(guest, `${url}/login`));
  note('login again', await openSlowly(guest, `${url}/login`));
  await guest.close();
}

async function visitTwice(browser: Browser, url: string, note: Note): Promise<void> {
  const operator = await browser.newContext();
  await signIn(operator, url);
  note('dashboard', await openSlowly(operator, `${url}/dashboard`));
  await warmUp(operator, `${url}/dashboard`);
  note('dashboard again', await openSlowly(operator, `${url}/dashboard`));
  await operator.close();
}

async function visitReference(browser: Browser, url: string, note: Note): Promise<void> {
  const visitor = await browser.newContext();
  await markReference(visitor);
  note('reference', await openSlowly(visitor, url));
  note('reference again', await openSlowly(visitor, url));
  await visitor.close();
}

async function visitWithoutServer(browser: Browser, product: Product, note: Note): Promise<void> {
  const operator = await browser.newContext();
  await signIn(operator, product.url);
  await warmUp(operator, `${product.url}/dashboard`);
  await product.stop();
  for (let run = 0; run < RUNS; run += 1)
    note('dashboard, server gone', await openSlowly(operator, `${product.url}/dashboard`));
}

/**
 * With DevTools attached every Error object makes V8 parse its whole script again for source positions; React creates
 * some as it starts, which would add 160 ms that no user pays. With this flag V8 keeps the positions of the first parse.
 */
function launchUnwatched() {
  const { args = [], ...launch } = chromiumLaunch();
  return { ...launch, args: [...args, '--js-flags=--no-enable-lazy-source-positions'] };
}

/** Waits until the dashboard is live and the service worker keeps every file. */
async function warmUp(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
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
