import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zipOf } from '../doubles/zip-writer.ts';
import { openBrowser, openPage } from './browser.ts';
import { type Operator, registerOperator } from './operator.ts';
import { type Product, startProduct } from './product.ts';

/** A deployment as the person sees it who ordered it. */

let browser: Browser;
let product: Product;
let ada: Operator;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct();
  ada = await registerOperator(product, 'ada');
  const form = new FormData();
  form.set('targetPlatforms', JSON.stringify(['Forge', 'Harbor', 'Archive']));
  form.set('priority', 'high');
  form.set('zipfile', new Blob([new Uint8Array(zipOf({ 'a.txt': 'a' }))]), 'route.zip');
  await ada.call('/api/zip/upload', { method: 'POST', body: form });
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

test('each target is told as it takes the bundle, and the silent one by its failure', async () => {
  const context = await browser.newContext();
  const [name = '', value = ''] = ada.cookie.split('=');
  await context.addCookies([{ name, value, url: product.url }]);
  const { page, picture, troubles } = await openPage(context, 'deploy');
  await page.addInitScript(() => {
    localStorage.setItem('auth-token', 'ada');
    sessionStorage.setItem('session-auth', 'true');
  });
  await page.goto(`${product.url}/zip-bundles`);
  const row = page.getByRole('row', { name: /route\.zip/ });
  await row.getByText('Validated').waitFor();
  await page.getByRole('button', { name: 'Deploy route.zip' }).click();
  await page.getByText('Deployment started').waitFor();
  await page.getByText('On its way to 3 platforms.').waitFor();
  await row.getByRole('button', { name: /details/i }).click();
  await page.getByText('Taken', { exact: true }).nth(1).waitFor();
  await page.getByText('Failed: it does not answer').waitFor();
  await picture('the-silent-one');
  expect(troubles).toEqual([]);
  await context.close();
});
