import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from '../e2e/fixtures.ts';
import { isRead, SCREEN_NAMES, SCREENS } from '../e2e/screens.ts';
import { expectNoShift } from '../e2e/shifts.ts';
import { pressable, walk } from '../e2e/tab-order.ts';

/** Every screen of the real server on a wide window: what moves while data arrives, and the order of the focus. */

const LAPTOP = { width: 1280, height: 900 };

test.override('productEnv', { LOG_LEVEL: 'error' });

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
    await expectNoShift(page, data.urlOf(name), isPublic);
    // Scrolling to the focus takes no time where motion is not wanted.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { first, ...faults } = await tabFaults(page);
    expect(faults).toEqual({ unseen: [], outOfReach: 0 });
    // A wall has nothing to skip: the first key brings its bar.
    if (!isPublic) expect(first).toMatch(name === 'wall' ? 'input' : 'a Skip to content');
  },
);
