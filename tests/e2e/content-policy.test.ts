import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { startProduct } from './product.ts';
import type { Product } from './running-product.ts';
import { NO_SERVICE_WORKER } from './service-worker.ts';

/** What the content security policy lets a page do, asked in the browser that enforces it. */

let browser: Browser;
let product: Product;
let page: Page;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  page = await browser.newPage(NO_SERVICE_WORKER);
  await page.goto(`${product.url}/login`);
  await page.locator('html[data-ready]').waitFor();
});

/** @returns the computed z-index of an element that the style element is about */
const styledBy = (nonce: string) =>
  page.evaluate((own) => {
    const style = document.createElement('style');
    style.nonce = own;
    style.innerHTML = '#probe { position: relative; z-index: 7 }';
    const probe = document.createElement('p');
    probe.id = 'probe';
    document.body.append(style, probe);
    const { zIndex } = getComputedStyle(probe);
    style.remove();
    probe.remove();
    return zIndex;
  }, nonce);

test('a style element with the nonce of the build applies, one without it does not', async () => {
  const nonce = await page.locator('meta[name="csp-nonce"]').getAttribute('content');
  expect(await styledBy(nonce ?? '')).toBe('7');
  expect(await styledBy('')).toBe('auto');
});

test('markup set as text, scripts of other origins and inline scripts are refused', async () => {
  const outcomes = await page.evaluate(() => {
    const attempts = {
      markup: () => document.createElement('div').insertAdjacentHTML('beforeend', '<b>x</b>'),
      foreignWorker: () => new Worker('https://evil.example/x.js'),
      inlineScript: () => {
        document.createElement('script').text = 'document.title = 1';
      },
    };
    return Object.entries(attempts).map(([name, attempt]) => {
      try {
        attempt();
        return `${name} passed`;
      } catch {
        return `${name} refused`;
      }
    });
  });
  expect(outcomes).toEqual(['markup refused', 'foreignWorker refused', 'inlineScript refused']);
});
