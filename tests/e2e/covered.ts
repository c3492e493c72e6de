import type { Page } from 'playwright-core';

/** Pixels along each edge of the window that the device covers. */
interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A part of the window that something else covers, measured from the edges that it names. */
type Area = Partial<Insets> & { readonly width?: number; readonly height?: number };

/**
 * Makes the browser behave as on a device with these insets.
 *
 * @returns the undo
 */
export async function coverEdges(page: Page, insets: Insets): Promise<() => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets });
  return () => devtools.detach();
}

/**
 * Looks at what lies at the edges for good: at the top before anything is scrolled, at the bottom after all is.
 *
 * @returns what can be pressed and is covered, a line each
 */
export async function pressedUnderEdges(page: Page, insets: Insets): Promise<string[]> {
  const sides: Area[] = [
    { left: 0, width: insets.left, top: 0, bottom: 0 },
    { right: 0, width: insets.right, top: 0, bottom: 0 },
  ];
  await scrollAll(page, 'start');
  const above = await pressedIn(page, [
    ...sides,
    { top: 0, height: insets.top, left: 0, right: 0 },
  ]);
  await scrollAll(page, 'end');
  const below = [...sides, { bottom: 0, height: insets.bottom, left: 0, right: 0 }];
  return [...above, ...(await pressedIn(page, below))];
}

function scrollAll(page: Page, to: 'start' | 'end'): Promise<void> {
  return page.evaluate((end) => {
    for (const box of document.querySelectorAll('*')) {
      const isScrolled =
        box === document.scrollingElement || /auto|scroll/.test(getComputedStyle(box).overflowY);
      if (isScrolled) box.scrollTo({ top: end ? box.scrollHeight : 0, behavior: 'instant' });
    }
  }, to === 'end');
}

/** @returns what can be pressed in these areas, as it is laid out now */
export function pressedIn(page: Page, areas: readonly Area[]): Promise<string[]> {
  return page.evaluate((all) => {
    const boxes = all.map((area) => {
      const box = document.createElement('div');
      box.style.cssText = 'position:fixed;visibility:hidden';
      for (const [side, px] of Object.entries(area)) box.style.setProperty(side, `${px}px`);
      document.body.append(box);
      const bounds = box.getBoundingClientRect();
      box.remove();
      return bounds;
    });
    const pressed = document.querySelectorAll('a, button, input, select, summary, [tabindex="0"]');
    const covered = [...pressed].filter((element) =>
      boxes.some((box) => {
        const own = element.getBoundingClientRect();
        const left = Math.max(own.left, box.left);
        const right = Math.min(own.right, box.right);
        const top = Math.max(own.top, box.top);
        const bottom = Math.min(own.bottom, box.bottom);
        if (right - left < 1 || bottom - top < 1) return false;
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return element.contains(seen);
      }),
    );
    return covered.map((element) => element.outerHTML.slice(0, 120));
  }, areas);
}
