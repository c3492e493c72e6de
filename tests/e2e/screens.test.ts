import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';
import { isRead, SCREEN_NAMES, SCREENS } from './screens.ts';
import { WITH_SERVICE_WORKER } from './service-worker.ts';
import { pressable, walk } from './tab-order.ts';

/** Layout, accessibility, motion and order of the focus of every screen of the real server with real data. */

const PHONE = { width: 360, height: 740 };
/** A window of 1440 px at 200% zoom. */
const ZOOMED = { width: 720, height: 450 };
const LAPTOP = { width: 1280, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const SHIFT_MAX = 0.02;

test.override('productEnv', { LOG_LEVEL: 'error' });

/** Rules about what the scheme decides: the dark page has the structure of the light one in other colours and pictures. */
const OF_SCHEME = ['cat.color', 'cat.text-alternatives'];

/** @returns what axe finds in both schemes, a line each */
async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (ofScheme) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const found: string[] = [];
    for (const scheme of ['light', 'dark']) {
      document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
      const { violations, passes } = await axe.run(document, {
        // Of what passes, one element a rule is enough to know that axe looked.
        resultTypes: ['violations'],
        ...(scheme === 'dark' && {
          runOnly: ofScheme,
          // A category brings it along; by default it is off.
          rules: { 'color-contrast-enhanced': { enabled: false } },
        }),
      });
      if (passes.length === 0) found.push(`${scheme}: axe looked at nothing`);
      for (const { id, nodes } of violations)
        found.push(...nodes.map(({ html }) => `${scheme}: ${id}: ${html}`));
    }
    return found;
  }, OF_SCHEME);
}

/** @returns what moves by itself, by its markup */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
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

/** Opens a screen whose data comes late. @returns the layout shifts meanwhile */
async function shiftWhileLoading(page: Page, url: string, isPublic: boolean): Promise<number> {
  const release = await holdReads(page);
  const shifts = await countShifts(page);
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  if (!isPublic) await page.locator('[aria-busy=true]:visible').first().waitFor();
  release();
  await isRead(page);
  return shifts();
}

const NOTHING = { sideways: 0, cut: [], small: [] };
const FLAWLESS = { phone: NOTHING, zoomed: NOTHING, axe: [], moving: [], headings: 1 };

test.for(SCREEN_NAMES)(
  '%s: nothing jumps while data arrives, 360 px and 200% zoom lose nothing, axe finds nothing in light and dark, nothing moves by itself',
  async (name, { openContext, openPage, data }) => {
    const { isPublic = false, over, tellsOfWorker, troubles } = SCREENS[name];
    const context = await openContext(
      { ...(tellsOfWorker && WITH_SERVICE_WORKER), viewport: PHONE, hasTouch: true },
      isPublic ? undefined : data.operator,
    );
    const { page } = await openPage(context, troubles);
    if (over) {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(data.urlOf(name));
      await isRead(page);
      await over(page);
    } else {
      expect(await shiftWhileLoading(page, data.urlOf(name), isPublic)).toBeLessThan(SHIFT_MAX);
      await page.emulateMedia({ reducedMotion: 'reduce' });
    }
    const phone = await layoutFaults(page);
    await page.setViewportSize(ZOOMED);
    const zoomed = { ...(await layoutFaults(page)), small: [] };
    await page.setViewportSize(LAPTOP);
    const axe = await axeFaults(page);
    const headings = await page.locator('h1:visible').count();
    expect({ phone, zoomed, axe, moving: await moving(page), headings }).toEqual(FLAWLESS);
  },
);

/** @returns which tab stops are not seen, and how many more things can be pressed than there are stops */
async function tabFaults(page: Page) {
  let stops = await walk(page);
  // What loads when it is scrolled near may arrive behind the last stop: then it is there for the next walk.
  await isRead(page);
  if (stops.length < (await pressable(page))) stops = await walk(page);
  return {
    first: stops[0]?.element,
    unseen: stops.filter(({ visible }) => !visible),
    outOfReach: Math.max(0, (await pressable(page)) - stops.length),
  };
}

test.for(SCREEN_NAMES.filter((name) => SCREENS[name].over === undefined))(
  '%s: nothing jumps on a wide screen while data arrives, Tab reaches everything, and the focus is always seen',
  async (name, { openContext, openPage, data }) => {
    const { isPublic = false } = SCREENS[name];
    const context = await openContext({ viewport: LAPTOP }, isPublic ? undefined : data.operator);
    const { page } = await openPage(context);
    expect(await shiftWhileLoading(page, data.urlOf(name), isPublic)).toBeLessThan(SHIFT_MAX);
    // Scrolling to the focus takes no time where motion is not wanted.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { first, ...faults } = await tabFaults(page);
    expect(faults).toEqual({ unseen: [], outOfReach: 0 });
    // A wall has nothing to skip: the first key brings its bar.
    if (!isPublic) expect(first).toMatch(name === 'wall' ? 'input' : 'a Skip to content');
  },
);
