import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { registerOperator } from './operator.ts';
import { startProduct } from './product.ts';
import type { Product } from './running-product.ts';
import { contextFor } from './screens.ts';

/** The help that the boot script in the HTML offers when the console has not started. */

let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
});
beforeEach(async () => {
  const operator = await registerOperator(product, `ada${Date.now()}`);
  context = await contextFor(browser, product, operator, {});
  page = await context.newPage();
  return async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.close();
  };
});

const SCRIPTS = '**/assets/*.js';
const help = (title: string) => page.getByRole('alert').getByText(title);

test.each([
  ['is not there', (route: Route) => route.fulfill({ status: 404, body: '' })],
  [
    'is another page',
    (route: Route) => route.fulfill({ contentType: 'text/html', body: '<p>Welcome to this hotel' }),
  ],
  ['cannot be reached', (route: Route) => route.abort()],
])('a script that %s: a reload and the repair are offered', async (_what, answer) => {
  await page.route(SCRIPTS, answer);
  await page.goto(`${product.url}/dashboard`);
  await help('The console did not start').waitFor();
  const repair = page.getByRole('alert').getByRole('link', { name: 'Repair' });
  expect(await repair.getAttribute('href')).toBe('/repair.html');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload' }).click();
  await page.getByText('Live connection active').waitFor();
  expect(await help('The console did not start').count()).toBe(0);
});

test('a console that is late says so after ten seconds, and no more once it has started', async () => {
  const held: Route[] = [];
  await page.clock.install();
  await page.route('**/assets/*.js', (route) => void held.push(route));
  await page.goto(`${product.url}/dashboard`, { waitUntil: 'commit' });
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await page.clock.fastForward(10_000);
  await help('The console is still loading').waitFor();
  await page.route('**/assets/*.js', (route) => route.continue());
  await Promise.all(held.map((route) => route.continue()));
  await page.locator('html[data-ready]').waitFor();
  await help('The console is still loading').waitFor({ state: 'detached' });
});
