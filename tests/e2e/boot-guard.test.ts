import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';
import { contextFor } from './screens.ts';

/** What watches over the start, on a line that brings the console's part late. */

let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;
let loads: number;
let held: Route[];

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});
beforeEach(async () => {
  const operator = await registerOperator(product, `ada${Date.now()}`);
  context = await contextFor(browser, product, operator, { serviceWorkers: 'block' });
  ({ page } = await openPage(context, 'boot-guard', [/.*/]));
  loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  held = [];
  await page.addInitScript(holdLongTimers);
  await page.route('**/assets/console-*.js', (route) => void held.push(route));
  await page.goto(`${product.url}/dashboard`);
  await expect.poll(() => held.length).toBe(1);
  return async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
});

/** Runs in the page, before anything else: what waits for long waits for the test. (A fake clock would fake what has arrived, too.) */
function holdLongTimers(): void {
  const { setTimeout: set, clearTimeout: clear } = window;
  const held = new Map<number, () => void>();
  let last = 0;
  function later(run: () => void, ms = 0) {
    if (ms < 15_000) return set.call(window, run, ms);
    // Below zero there are none of the browser's own.
    last -= 1;
    held.set(last, run);
    return last;
  }
  function passAWhile(): void {
    const due = [...held.values()];
    held.clear();
    for (const run of due) run();
  }
  const forget = (id?: number) => void (held.delete(id ?? 0) || clear.call(window, id));
  Object.assign(window, { setTimeout: later, clearTimeout: forget, passAWhile });
}
const passAWhile = () =>
  page.evaluate(() => (window as unknown as { passAWhile(): void }).passAWhile());

/** The page may be on its way to another. */
const passUntil = (isSo: () => boolean | Promise<boolean>) =>
  expect
    .poll(async () => {
      await passAWhile().catch(() => undefined);
      return isSo();
    })
    .toBe(true);

/** Something arrives. */
async function bring(name: string): Promise<void> {
  const count = () => page.evaluate(() => performance.getEntriesByType('resource').length);
  const before = await count();
  await page.evaluate((file) => fetch(file).then((answer) => answer.text()), name);
  await expect.poll(count).toBeGreaterThan(before);
}
const letGo = () => Promise.all(held.splice(0).map((route) => route.continue()));
const sheet = () => page.getByRole('alert').getByText('The console did not start');

test('a line that still brings something is waited for, and the page is not loaded anew', async () => {
  await passAWhile();
  for (let file = 0; file < 3; file += 1) {
    await bring(`/icon.svg?${file}`);
    await passAWhile();
  }
  await letGo();
  await page.getByText('Live connection active').waitFor();
  expect(loads).toBe(1);
});

test('what is said of a console that did not start goes when it has started all the same', async () => {
  await passUntil(() => loads === 2 && held.length === 2);
  await passUntil(() => sheet().isVisible());
  await letGo();
  await page.getByText('Live connection active').waitFor();
  expect(await sheet().count()).toBe(0);
});
