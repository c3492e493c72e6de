import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test as base } from './fixtures.ts';
import { contextFor } from './screens.ts';

/** What an iPad reads from the page when it is put on the home screen. */

const test = base.extend('login', { scope: 'file' }, async ({ browser, product }) => {
  const context = await contextFor(browser, product, undefined, {});
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await page.goto(`${product.url}/login`);
  return { page, devtools };
});

/** Every iPad that runs a supported version, in points, held upright, as the maker publishes them. */
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

/** Such a tablet reports its size as if it were upright, however it is held. */
async function hold(
  devtools: CDPSession,
  [across, down]: readonly [number, number],
  upright: boolean,
): Promise<void> {
  const [width, height] = upright ? [across, down] : [down, across];
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...{ width, height, screenWidth: across, screenHeight: down },
    deviceScaleFactor: 2,
    mobile: false,
  });
}

/** @returns path and real size of each picture that the page gives to this tablet */
const offered = (page: Page) =>
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

test.for(Object.entries(IPADS))(
  '%s gets one picture of its own size',
  async ([, points], { login }) => {
    const { page, devtools } = login;
    for (const upright of [true, false]) {
      await hold(devtools, points, upright);
      const [across, down] = points.map((side) => side * 2);
      const [width, height] = upright ? [across, down] : [down, across];
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const path = `/launch/${width}x${height}-${colorScheme}.png`;
        expect(await offered(page)).toEqual([{ path, width, height }]);
      }
    }
  },
);

test('the app fills the screen, and its status bar is the system’s own', async ({
  login: { page },
}) => {
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
