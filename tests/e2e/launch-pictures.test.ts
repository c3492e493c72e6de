import type { Browser, CDPSession, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from './browser.ts';
import { type Product, startProduct } from './product.ts';

/** What an iPad reads from the page when it is put on the home screen. */

let browser: Browser;
let product: Product;
let page: Page;
let devtools: CDPSession;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), startProduct()]);
  const context = await browser.newContext();
  page = await context.newPage();
  devtools = await context.newCDPSession(page);
  await page.goto(`${product.url}/login`);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

/** As the maker tells them, in points held upright: every iPad that runs a version in use. */
const IPADS = {
  'iPad mini, 8.3 inches': [744, 1133],
  'iPad and iPad mini with 7.9 and 9.7 inches': [768, 1024],
  'iPad, 10.2 inches': [810, 1080],
  'iPad and iPad Air, 10.9 and 11 inches': [820, 1180],
  'iPad Air and iPad Pro, 10.5 inches': [834, 1112],
  'iPad Pro, 11 inches, until 2022': [834, 1194],
  'iPad Pro, 11 inches, since 2024': [834, 1210],
  'iPad Pro, 12.9 inches, and iPad Air, 13 inches': [1024, 1366],
  'iPad Pro, 13 inches, since 2024': [1032, 1376],
} as const;

/** Such a tablet tells its size as if it were upright, however it is held. */
async function hold([across, down]: readonly [number, number], upright: boolean): Promise<void> {
  const [width, height] = upright ? [across, down] : [down, across];
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...{ width, height, screenWidth: across, screenHeight: down },
    deviceScaleFactor: 2,
    mobile: false,
  });
}

/** @returns path and real size of each picture that the page gives to this tablet */
const offered = () =>
  page.evaluate(async () => {
    const links = document.querySelectorAll<HTMLLinkElement>('link[rel=apple-touch-startup-image]');
    const fitting = [...links].filter(({ media }) => matchMedia(media).matches);
    return Promise.all(
      fitting.map(async ({ href }) => {
        const { width, height } = await createImageBitmap(await (await fetch(href)).blob());
        return { path: new URL(href).pathname, width, height };
      }),
    );
  });

test.each(Object.entries(IPADS))('%s gets one picture of its own size', async (_name, points) => {
  for (const upright of [true, false]) {
    await hold(points, upright);
    const [across, down] = points.map((side) => side * 2);
    const [width, height] = upright ? [across, down] : [down, across];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const path = `/launch/${width}x${height}-${colorScheme}.png`;
      expect(await offered()).toEqual([{ path, width, height }]);
    }
  }
});

test('the app fills the screen, and its status bar is the system’s own', async () => {
  const metas = await page.evaluate(() =>
    Object.fromEntries(
      [...document.querySelectorAll('meta[name]')].map((meta) => [
        meta.getAttribute('name'),
        meta.getAttribute('content'),
      ]),
    ),
  );
  expect(metas).toMatchObject({
    viewport: expect.stringContaining('viewport-fit=cover'),
    'apple-mobile-web-app-capable': 'yes',
    'apple-mobile-web-app-status-bar-style': 'default',
  });
});
