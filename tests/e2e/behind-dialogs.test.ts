import { rmSync } from 'node:fs';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { openPage } from './browser.ts';
import { newDataDir, type Product, startProduct } from './product.ts';
import { contextFor, isRead, type LivedIn, liveIn, SCREENS } from './screens.ts';

/** Scrollbars with a place of their own, as they are with a mouse on most desks. */
const CLASSIC = { ...chromiumLaunch(), ignoreDefaultArgs: ['--hide-scrollbars'] };
const VIEWPORT = { width: 1440, height: 900 };

const dataDir = newDataDir();
let browser: Browser;
let product: Product;
let day: LivedIn;

beforeAll(async () => {
  [browser, product] = await Promise.all([
    chromium.launch(CLASSIC),
    startProduct({ DATA_DIR: dataDir }),
  ]);
  day = await liveIn(product);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The colours at these distances from the right edge, half-way down, read from a picture by an empty page. */
async function coloursAt(page: Page, fromRight: readonly number[]): Promise<number[][]> {
  const png = (await page.screenshot()).toString('base64');
  const reader = await page.context().newPage();
  return reader.evaluate(
    async ([url, places]) => {
      const picture = new Image();
      picture.src = url;
      await picture.decode();
      const { width, height } = picture;
      const pen = new OffscreenCanvas(width, height).getContext('2d');
      pen?.drawImage(picture, 0, 0);
      return places.map((px) => [...(pen?.getImageData(width - px, height / 2, 1, 1).data ?? [])]);
    },
    [`data:image/png;base64,${png}`, fromRight] as const,
  );
}

const widthOf = (page: Page) => page.evaluate(() => document.body.getBoundingClientRect().width);

test.each([
  ['light', 'upload dialog'],
  ['dark', 'upload dialog'],
  ['light', 'palette'],
  ['dark', 'palette'],
] as const)(
  '%s, %s: the place of the scrollbar is as dark as the page, and nothing moves',
  async (colorScheme, name) => {
    const context = await contextFor(browser, product, day.operator, {
      viewport: VIEWPORT,
      colorScheme,
      reducedMotion: 'reduce',
    });
    const { page, picture } = await openPage(context, 'behind-dialogs');
    await page.goto(`${product.url}${SCREENS[name].path.replace(/\?.*/, '')}`);
    await isRead(page);
    const before = await widthOf(page);
    expect(before).toBeLessThan(VIEWPORT.width);
    if (name === 'palette') await page.keyboard.press('Control+k');
    else await page.getByRole('button', { name: 'Upload ZIP Bundle' }).first().click();
    await page.getByRole('dialog').first().waitFor();
    await picture(`${colorScheme}-${name}`);
    expect(await widthOf(page)).toBe(before);
    const [beside = [], ...strip] = await coloursAt(page, [VIEWPORT.width - before + 3, 1, 5, 12]);
    for (const [i, part] of strip.flat().entries()) {
      expect(Math.abs(part - (beside[i % beside.length] ?? 0))).toBeLessThan(3);
    }
    await context.close();
  },
);
