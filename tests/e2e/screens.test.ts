import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { layoutFaults } from './layout.ts';
import { type Product, startProduct } from './product.ts';
import {
  contextFor,
  isRead,
  type LivedIn,
  liveIn,
  SCREEN_NAMES,
  SCREENS,
  type ScreenName,
} from './screens.ts';

/** Every screen of the real server with real data: small, zoomed, light, dark, still and steady. */

const PHONE = { width: 360, height: 740 };
/** A window of 1440 px at 200% zoom. */
const ZOOMED = { width: 720, height: 450 };
const LAPTOP = { width: 1280, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHIFT_MAX = 0.02;

let browser: Browser;
let product: Product;
let data: LivedIn;
beforeAll(async () => {
  product = await startProduct({ LOG_LEVEL: 'error' });
  browser = await openBrowser();
  data = await liveIn(product);
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const viewerOf = (name: ScreenName) => (SCREENS[name].isPublic ? undefined : data.operator);

/** @returns what axe finds in both schemes, a line each */
async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const found: string[] = [];
    for (const scheme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
      const { violations, passes } = await axe.run(document);
      if (passes.length === 0) found.push(`${scheme}: axe looked at nothing`);
      for (const { id, nodes } of violations)
        found.push(...nodes.map(({ html }) => `${scheme}: ${id}: ${html}`));
    }
    return found;
  });
}

/** @returns what moves by itself, by its markup */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
  );

const NOTHING = { sideways: 0, cut: [], small: [] };
const FLAWLESS = {
  phone: NOTHING,
  zoomed: NOTHING,
  axe: [],
  moving: [],
  headings: 1,
  troubles: [],
};

test.each(SCREEN_NAMES)(
  '%s: 360 px and twice the zoom lose nothing, axe finds nothing in light and dark, nothing moves unasked',
  async (name) => {
    const context = await contextFor(browser, product, viewerOf(name), {
      viewport: PHONE,
      hasTouch: true,
      reducedMotion: 'reduce',
    });
    const { page, troubles } = await openPage(context, 'screens', SCREENS[name].troubles);
    await page.goto(data.urlOf(name));
    await isRead(page);
    await SCREENS[name].over?.(page);
    const phone = await layoutFaults(page);
    await page.setViewportSize(ZOOMED);
    const zoomed = { ...(await layoutFaults(page)), small: [] };
    await page.setViewportSize(LAPTOP);
    const axe = await axeFaults(page);
    const headings = await page.locator('h1:visible').count();
    const found = { phone, zoomed, axe, moving: await moving(page), headings, troubles };
    await context.close();
    expect(found).toEqual(FLAWLESS);
  },
);

test('the picture of the landing page moves, unless reduced motion is asked for', async () => {
  const context = await browser.newContext({ viewport: LAPTOP });
  const page = await context.newPage();
  await page.goto(product.url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect((await moving(page)).length).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving(page)).toEqual([]);
  await context.close();
});

/** Holds the answers of all reads until they are let go. */
async function holdReads(page: Page): Promise<() => void> {
  let letGo = () => undefined as unknown;
  const free = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await free;
    await route.continue();
  });
  return () => letGo();
}

/** Adds up every layout shift from the first moment on. */
async function countShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { score: 0 };
    Object.assign(window, { seenShifts: seen });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.score += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () =>
    page.evaluate(
      () =>
        new Promise<number>((told) => {
          const { seenShifts } = window as unknown as { seenShifts: { score: number } };
          // Shifts of a frame are told after it.
          requestAnimationFrame(() => requestAnimationFrame(() => told(seenShifts.score)));
        }),
    );
}

async function shiftsOf(name: ScreenName, viewport: typeof PHONE): Promise<number> {
  const context = await contextFor(browser, product, viewerOf(name), { viewport });
  const page = await context.newPage();
  const letGo = await holdReads(page);
  const shifts = await countShifts(page);
  await page.goto(data.urlOf(name));
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (!SCREENS[name].isPublic) await page.locator('[aria-busy=true]:visible').first().waitFor();
  letGo();
  await isRead(page);
  const score = await shifts();
  await context.close();
  return score;
}

test.each(SCREEN_NAMES.filter((name) => SCREENS[name].over === undefined))(
  '%s: nothing jumps while data arrives',
  async (name) => {
    const shifts = await Promise.all([shiftsOf(name, PHONE), shiftsOf(name, LAPTOP)]);
    expect(Math.max(...shifts)).toBeLessThan(SHIFT_MAX);
  },
);
