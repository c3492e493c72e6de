import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { chromiumLaunch } from '../../scripts/chromium.mjs';
import { test } from './fixtures.ts';
import { isRead, SCREENS } from './screens.ts';

/** Scrollbars that take up room, as they do with a mouse on most desks. */
const CLASSIC = { ...chromiumLaunch(), ignoreDefaultArgs: ['--hide-scrollbars'] };
const VIEWPORT = { width: 1440, height: 900 };

test.override('launchOptions', CLASSIC);

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

test.for([
  ['light', 'upload dialog'],
  ['dark', 'upload dialog'],
  ['light', 'palette'],
  ['dark', 'palette'],
] as const)(
  '%s, %s: the place of the scrollbar is as dark as the page, and nothing moves',
  async ([colorScheme, name], { product, operator, openContext, openPage }) => {
    const context = await openContext(
      { viewport: VIEWPORT, colorScheme, reducedMotion: 'reduce' },
      operator,
    );
    const { page, picture } = await openPage(context);
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
  },
);
