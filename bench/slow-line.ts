import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { chromiumLaunch } from '../scripts/chromium.mjs';
import { PASSWORD, registerOperator } from '../tests/e2e/operator.ts';
import { type Product, startProduct } from '../tests/e2e/product.ts';
import { againstEmptyApp } from './against-empty-app.ts';
import { type EmptyApp, startEmptyApp } from './empty-app.ts';
import type { Figure } from './figure.ts';
import { figuresOf, type Kind, type Measured } from './slow-line-figures.ts';
import { openSlowly, type Visit } from './slow-visit.ts';

/**
 * What does somebody wait for on a slow line? Landing, login and dashboard, for the first time and again, at a
 * quarter of this machine's speed over 1.6 Mbit/s with 150 ms of round trip (throttled by the DevTools
 * protocol), and the dashboard with the server's process stopped. The real build, a real server with some
 * twenty rows of activity; in turn with it an empty app of the same stack, which tells how fast the machine is.
 */

const RUNS = 5;
const ROWS = 20;
const SHOWN = 'Live connection active';
const SHOWN_EMPTY = 'Nothing to see here.';

type Note = (kind: Kind, visit: Visit) => void;

export async function measure(): Promise<Figure[]> {
  const empty = await startEmptyApp();
  const product = await startProduct({ LOG_LEVEL: 'warn' });
  const browser = await chromium.launch(launchUnwatched());
  const visits: Measured[] = [];
  const note: Note = (kind, visit) => visits.push({ kind, visit });
  try {
    const operator = await registerOperator(product);
    for (let row = 0; row < ROWS; row += 1)
      await operator.call('/api/system/sync', { method: 'POST' });
    for (let run = 0; run < RUNS; run += 1) {
      await visitAsGuest(browser, product.url, note);
      await visitTwice(browser, product.url, empty.url, note);
    }
    await visitInVain(browser, product, empty, note);
  } finally {
    await browser.close();
    await product.stop();
    await empty.stop();
  }
  return [...figuresOf(visits), ...againstEmptyApp(visits)];
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

/** The two in turn, so that other work on the machine meets both. */
async function visitTwice(browser: Browser, url: string, emptyUrl: string, note: Note) {
  const operator = await browser.newContext();
  const anybody = await browser.newContext();
  await signIn(operator, url);
  note('dashboard', await openSlowly(operator, `${url}/dashboard`));
  note('an empty app of the same stack', await openSlowly(anybody, emptyUrl));
  await settle(operator, `${url}/dashboard`, SHOWN);
  note('dashboard again', await openSlowly(operator, `${url}/dashboard`));
  await settle(anybody, emptyUrl, SHOWN_EMPTY);
  note('an empty app of the same stack, again', await openSlowly(anybody, emptyUrl));
  await operator.close();
  await anybody.close();
}

async function visitInVain(browser: Browser, product: Product, empty: EmptyApp, note: Note) {
  const operator = await browser.newContext();
  const anybody = await browser.newContext();
  await signIn(operator, product.url);
  await settle(operator, `${product.url}/dashboard`, SHOWN);
  await settle(anybody, empty.url, SHOWN_EMPTY);
  await product.stop();
  await empty.stop();
  for (let run = 0; run < RUNS; run += 1) {
    note('dashboard, server gone', await openSlowly(operator, `${product.url}/dashboard`));
    note('an empty app of the same stack, server gone', await openSlowly(anybody, empty.url));
  }
}

/**
 * With DevTools attached each error that is made asks for the positions of its script, for which V8 parses all of
 * it again: React makes some as it starts, which takes a slow device 160 ms that nobody else pays. Here V8 keeps
 * the positions from the first parsing. A second visit takes as long either way.
 */
function launchUnwatched() {
  const { args = [], ...launch } = chromiumLaunch();
  return { ...launch, args: [...args, '--js-flags=--no-enable-lazy-source-positions'] };
}

/**
 * Waits until the page shows this, which the data worker then has too, and the service worker keeps every file. Of
 * the dashboard also what its next first paint shows.
 */
async function settle(context: BrowserContext, url: string, text: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url);
  await page.getByText(text).waitFor();
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  if (text === SHOWN) await page.waitForFunction(() => localStorage.getItem('last-known') !== null);
  await page.close();
}

/** The session's cookie and the page's marker, without anything in the cache. */
async function signIn(context: BrowserContext, url: string): Promise<void> {
  const payload = { username: 'ada', password: PASSWORD };
  await context.request.post(`${url}/api/auth/login`, { data: payload });
  await context.addInitScript(() => localStorage.setItem('auth-token', 'ada'));
}
