import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { startProduct } from './product.ts';
import type { Product } from './running-product.ts';
import { isKept } from './service-worker.ts';

/** The page that clears what this site keeps on the device. */

let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  await registerOperator(product);
});
beforeEach(async () => {
  context = await browser.newContext();
  // Signing in leaves the login while it still asks whether the server answers.
  const opened = await openPage(context, 'repair', [
    /^request failed: HEAD .*\/release-notes\.json/,
  ]);
  page = opened.page;
  await page.goto(`${product.url}/login`);
  await signIn();
  await isKept(page);
  await page.goto(`${product.url}/repair.html`);
  return async () => {
    await context.close();
    expect(opened.troubles).toEqual([]);
  };
});

async function signIn(): Promise<void> {
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Live connection active').waitFor();
}

const press = (name: string) => page.getByRole('button', { name }).click();

/** What the console keeps on this device. */
const kept = () =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
    databases: (await indexedDB.databases()).length,
    settings: localStorage.length,
  }));

test('clearing the copy removes service worker and caches, and leaves data and session', async () => {
  await press('Clear the copy of the console');
  await page.getByText('Done.').waitFor();
  const left = await kept();
  expect(left).toMatchObject({ workers: 0, caches: 0 });
  expect(Math.min(left.databases, left.settings)).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await page.getByText('Live connection active').waitFor();
});

test('erasing asks first, then removes everything and signs out', async () => {
  page.once('dialog', (dialog) => dialog.dismiss());
  await press('Erase everything');
  expect(await kept()).toMatchObject({ workers: 1, caches: 1 });
  page.once('dialog', (dialog) => dialog.accept());
  await press('Erase everything');
  await page.getByText('Done.').waitFor();
  expect(await kept()).toEqual({ workers: 0, caches: 0, databases: 0, settings: 0 });
  const names = (await context.cookies()).map(({ name }) => name);
  expect(names).not.toContain('meridian-session');
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await page.waitForURL('**/login*');
  await signIn();
});
