import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';
import { isRead, SCREEN_NAMES, SCREENS } from './screens.ts';
import { NO_SERVICE_WORKER } from './service-worker.ts';

/** Layout, accessibility and motion of every screen of the real server with real data. */

const PHONE = { width: 360, height: 740 };
/** A window of 1440 px at 200% zoom. */
const ZOOMED = { width: 720, height: 450 };
const LAPTOP = { width: 1280, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHIFT_MAX = 0.02;

test.override('productEnv', { LOG_LEVEL: 'error' });

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
const FLAWLESS = { phone: NOTHING, zoomed: NOTHING, axe: [], moving: [], headings: 1 };

test.for(SCREEN_NAMES)(
  '%s: 360 px and 200% zoom lose nothing, axe finds nothing in light and dark, nothing moves by itself',
  async (name, { openContext, openPage, data }) => {
    const { isPublic, over, tellsOfWorker, troubles } = SCREENS[name];
    const context = await openContext(
      {
        ...(tellsOfWorker ? {} : NO_SERVICE_WORKER),
        viewport: PHONE,
        hasTouch: true,
        reducedMotion: 'reduce',
      },
      isPublic ? undefined : data.operator,
    );
    const { page } = await openPage(context, troubles);
    await page.goto(data.urlOf(name));
    await isRead(page);
    await over?.(page);
    const phone = await layoutFaults(page);
    await page.setViewportSize(ZOOMED);
    const zoomed = { ...(await layoutFaults(page)), small: [] };
    await page.setViewportSize(LAPTOP);
    const axe = await axeFaults(page);
    const headings = await page.locator('h1:visible').count();
    expect({ phone, zoomed, axe, moving: await moving(page), headings }).toEqual(FLAWLESS);
  },
);

/** Holds the answers of all reads back. @returns the function that releases them */
async function holdReads(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/**', async (route) => {
    await released;
    await route.continue();
  });
  return release;
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
        new Promise<number>((resolve) => {
          const { seenShifts } = window as unknown as { seenShifts: { score: number } };
          // The observer receives the shifts of a frame after that frame.
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(seenShifts.score)));
        }),
    );
}

async function shiftWhileLoading(
  context: BrowserContext,
  url: string,
  hasPlaceholders: boolean,
): Promise<number> {
  const page = await context.newPage();
  const release = await holdReads(page);
  const shifts = await countShifts(page);
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (hasPlaceholders) await page.locator('[aria-busy=true]:visible').first().waitFor();
  release();
  await isRead(page);
  return shifts();
}

test.for(SCREEN_NAMES.filter((name) => SCREENS[name].over === undefined))(
  '%s: nothing jumps while data arrives',
  async (name, { openContext, data }) => {
    const operator = SCREENS[name].isPublic ? undefined : data.operator;
    const shifts = await Promise.all(
      [PHONE, LAPTOP].map(async (viewport) => {
        const context = await openContext({ ...NO_SERVICE_WORKER, viewport }, operator);
        return shiftWhileLoading(context, data.urlOf(name), operator !== undefined);
      }),
    );
    expect(Math.max(...shifts)).toBeLessThan(SHIFT_MAX);
  },
);
