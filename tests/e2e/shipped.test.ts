import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PAGES, shippedTo } from '../../scripts/shipped-bytes.mjs';
import { openBrowser } from './browser.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';

/**
 * The budgets count what a browser really loads: each page opened with nothing in the cache. What the service
 * worker fetches when all of that is done is the whole console, and not counted.
 */

let browser: Browser;
let product: Product;
beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  await registerOperator(product);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const counted = (page: keyof typeof PAGES) => {
  const { js, css } = shippedTo('dist', PAGES[page]);
  return new Set([...js, ...css].map(({ file }) => file));
};

/** Names of the scripts and stylesheets that are loaded from now on. */
function loadedBy(page: Page): Set<string> {
  const loaded = new Set<string>();
  page.context().on('request', (request) => {
    const path = new URL(request.url()).pathname.slice(1);
    if (/\.(?:js|css)$/.test(path)) loaded.add(path);
  });
  return loaded;
}

test('opening the login page loads nothing that its budget does not count', async () => {
  const page = await browser.newPage({ serviceWorkers: 'block' });
  const loaded = loadedBy(page);
  await page.goto(`${product.url}/login`, { waitUntil: 'networkidle' });
  expect(loaded.size).toBeGreaterThan(2);
  expect([...loaded].filter((file) => !counted('/login').has(file))).toEqual([]);
  await page.context().close();
});

test('opening the dashboard loads nothing that its budget does not count', async () => {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const first = await context.newPage();
  await first.goto(`${product.url}/login`);
  await first.getByLabel('Username').fill('ada');
  await first.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await first.locator('form button[type=submit]').click();
  await first.waitForURL('**/dashboard');
  const page = await context.newPage();
  const loaded = loadedBy(page);
  await page.goto(`${product.url}/dashboard`);
  await page.getByText('Live connection active').waitFor();
  await page.waitForLoadState('networkidle');
  expect(loaded.size).toBeGreaterThan(4);
  expect([...loaded].filter((file) => !counted('/dashboard').has(file))).toEqual([]);
  await context.close();
});
