import { rmSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, openPage, type WatchedPage } from './browser.ts';
import { PASSWORD, registerOperator } from './operator.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { isKept } from './service-worker.ts';

/** The page for when all else fails, reached as somebody would who needs it. */

const dataDir = newDataDir();
let browser: Browser;
let product: Product;
let context: BrowserContext;
let page: Page;
let picture: WatchedPage['picture'];

beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct({ DATA_DIR: dataDir })]);
  await registerOperator(product);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  context = await browser.newContext();
  // The server goes away on purpose.
  ({ page, picture } = await openPage(context, 'repair', [/.*/]));
  await page.goto(`${product.url}/login`);
  await signIn();
  await isKept(page);
  return () => context.close();
});

async function signIn(): Promise<void> {
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Live connection active').waitFor();
}

const press = (name: string) => page.getByRole('button', { name }).click();
const factOf = (name: string) =>
  page.locator('dl > div').filter({ hasText: name }).locator('dd').textContent();

/** What the console has left on this device. */
const kept = () =>
  page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: (await caches.keys()).length,
    databases: (await indexedDB.databases()).length,
    settings: localStorage.length,
  }));

/** Something else lies where the first of the kept scripts was; the browser's own cache cannot help out. */
async function damageScript(): Promise<void> {
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) {
        const script = new Response('(((', { headers: { 'content-type': 'text/javascript' } });
        if (/assets\/boot-.*\.js/.test(url)) await cache.put(url, script);
      }
    }
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
}

test('a console whose copy is damaged leads to the repair, which takes the copy away and leaves the data', async () => {
  await damageScript();
  const { port } = product;
  await product.stop();
  await page.reload();
  await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
  product = await startProduct({ DATA_DIR: dataDir, PORT: String(port) });
  await page.getByRole('alert').getByRole('link', { name: 'Repair' }).click();
  await expect.poll(() => factOf('Version on the server')).toMatch(/^\d/);
  await expect
    .poll(() => factOf('Version kept on this device'))
    .toBe(await factOf('Version on the server'));
  await picture('broken');
  expect(await kept()).toMatchObject({ workers: 1, caches: 1 });

  await press('Unregister and clear caches');
  await page.getByText('Done.').waitFor();
  const left = await kept();
  expect(left).toMatchObject({ workers: 0, caches: 0 });
  expect(Math.min(left.databases, left.settings)).toBeGreaterThan(0);
  await expect.poll(() => factOf('Version kept on this device')).toBe('none');
  await page.getByRole('link', { name: 'Back to the console' }).click();
  await page.getByText('Live connection active').waitFor();
});

test('everything is erased when that was asked twice, and signing in begins anew', async () => {
  await page.goto(`${product.url}/repair.html`);
  await press('Erase everything');
  await page.getByText('Press again to erase everything').waitFor();
  const before = Object.values(await kept());
  expect(Math.min(...before)).toBeGreaterThan(0);
  await press('Erase everything');
  await page.getByText('Done.').waitFor();
  await page.getByText('Signed out.').waitFor();
  expect(await kept()).toEqual({ workers: 0, caches: 0, databases: 0, settings: 0 });
  expect(await context.cookies()).toEqual([]);
  await picture('erased');

  await page.getByRole('link', { name: 'Back to the console' }).click();
  await page.waitForURL('**/login*');
  await signIn();
  await isKept(page);
  expect(await kept()).toMatchObject({ workers: 1, caches: 1 });
});

test('the second press counts only while its question is there: not after another choice, not after a while', async () => {
  await page.clock.install();
  await page.goto(`${product.url}/repair.html`);
  const question = page.getByRole('alert').getByText('Press again to erase everything');
  const { databases } = await kept();
  const askOnce = async () => {
    await press('Erase everything');
    await question.waitFor();
  };
  await askOnce();
  const erase = page.getByRole('button', { name: 'Erase everything' });
  expect(await erase.evaluate((button) => button === document.activeElement)).toBe(true);
  await press('Unregister and clear caches');
  await page.getByText('Done.').waitFor();
  expect(await question.count()).toBe(0);
  await askOnce();
  await page.clock.fastForward(20_000);
  await question.waitFor({ state: 'detached' });
  await askOnce();
  expect((await kept()).databases).toBe(databases);
});

test('a database that does not answer, and a browser that does not name them, keep nothing from being said', async () => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(IDBFactory.prototype, 'databases');
  });
  await page.goto(`${product.url}/repair.html`);
  await expect.poll(() => factOf('Uploads not sent')).toBe('Not known');
  await press('Erase everything');
  await page.getByText('This will be lost: any upload that was not sent.').waitFor();
  await press('Erase everything');
  await page.getByText('remove the data of this site in its settings').waitFor();
  await page.getByText('Done.').waitFor();

  await page.addInitScript(() => {
    const never = () => ({}) as IDBOpenDBRequest;
    IDBFactory.prototype.databases = async () => [{ name: 'outbox ada', version: 1 }];
    IDBFactory.prototype.open = never;
    IDBFactory.prototype.deleteDatabase = never;
  });
  await page.reload();
  await expect.poll(() => factOf('Service workers')).toBe('none');
  await expect.poll(() => factOf('Uploads not sent')).toBe('Not known');
  await press('Erase everything');
  await page.getByText('This will be lost: any upload that was not sent.').waitFor();
  await press('Erase everything');
  await page.getByText('Some are in use: close the other tabs').waitFor();
});
