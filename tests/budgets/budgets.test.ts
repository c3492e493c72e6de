import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../e2e/browser.ts';
import { loadDashboard, loadedBytes, loadLogin } from '../e2e/loaded-bytes.ts';
import { registerOperator } from '../e2e/operator.ts';
import { startProduct } from '../e2e/product.ts';
import type { Product } from '../e2e/running-product.ts';
import { contextFor } from '../e2e/screens.ts';

/** Holds what a browser really loads to `budgets.json`: KiB after gzip -9, nothing cached. */

const BUDGETS = JSON.parse(readFileSync('budgets.json', 'utf8'));

let browser: Browser;
let product: Product;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ LOG_LEVEL: 'error' })]);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test.each([
  ['/login', loadLogin],
  ['/dashboard', loadDashboard],
] as const)('%s loads no more than its budget', async (path, load) => {
  const operator = path === '/login' ? undefined : await registerOperator(product, 'ada');
  const context = await contextFor(browser, product, operator, { serviceWorkers: 'block' });
  const page = await context.newPage();
  const { js, css, files } = await loadedBytes(page, () => load(page, product.url + path));
  const kib = (bytes: number) => Number((bytes / 1024).toFixed(1));
  console.log(`${path}: JavaScript ${kib(js)} KiB, CSS ${kib(css)} KiB`);
  for (const [file, bytes] of files) console.log(`  ${kib(bytes)}  ${file}`);
  expect(kib(js)).toBeLessThanOrEqual(BUDGETS[path].js);
  expect(kib(css)).toBeLessThanOrEqual(BUDGETS[path].css);
  expect(files.length).toBeGreaterThan(2);
  await context.close();
});
