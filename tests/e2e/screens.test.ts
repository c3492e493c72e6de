import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './fixtures.ts';
import { layoutFaults } from './layout.ts';
import { isRead, SCREEN_NAMES, SCREENS } from './screens.ts';
import { WITH_SERVICE_WORKER } from './service-worker.ts';
import { expectNoShift } from './shifts.ts';

/** Layout, accessibility and motion of every screen of the real server with real data. */

const PHONE = { width: 360, height: 740 };
/** A window of 1440 px at 200% zoom. */
const ZOOMED = { width: 720, height: 450 };
const LAPTOP = { width: 1280, height: 900 };
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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

/** @returns what moves by itself, by its markup; with reduced motion a toast is there after a millisecond */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
  );

const NOTHING = { sideways: 0, cut: [], small: [] };
const FLAWLESS = { phone: NOTHING, zoomed: NOTHING, axe: [], moving: [], headings: 1 };

test.for(SCREEN_NAMES)(
  '%s: nothing jumps while data arrives, 360 px and 200% zoom lose nothing, axe finds nothing in light and dark, nothing moves by itself',
  async (name, { keptContext, openPage, data }) => {
    const { isPublic = false, over, tellsOfWorker, troubles } = SCREENS[name];
    const context = await keptContext(
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
      await expectNoShift(page, data.urlOf(name), isPublic);
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
