import type { Page } from 'playwright-core';

/** A tab stop: what it is, and whether its focus is visible. */
interface Stop {
  readonly element: string;
  readonly visible: boolean;
}

/** The element with the focus, or undefined when it has left the page. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return undefined;
    // A chip's own input is hidden, and its label shows the focus.
    const isHidden = element.getBoundingClientRect().width === 0;
    const [label] = (isHidden && element instanceof HTMLInputElement && element.labels) || [];
    const shown = label ?? element;
    // A link that stretches over its row shows the focus around the row.
    const hasRing = [undefined, '::after'].some((part) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(shown, part);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    });
    const { boxShadow } = getComputedStyle(shown);
    const { width, height, bottom, top } = shown.getBoundingClientRect();
    const inView = width > 0 && height > 0 && bottom > 0 && top < innerHeight;
    const name = element.getAttribute('aria-label') ?? element.textContent ?? '';
    return {
      element: `${element.tagName.toLowerCase()} ${element.id || name.trim().slice(0, 60)}`,
      visible: inView && (hasRing || boxShadow !== 'none'),
    };
  });

/** Tabs from the start of the page to its end. */
export async function walk(page: Page): Promise<Stop[]> {
  const STOPS_MAX = 200;
  const stops: Stop[] = [];
  while (stops.length < STOPS_MAX) {
    await page.keyboard.press('Tab');
    const stop = await focused(page);
    if (!stop) break;
    stops.push(stop);
  }
  return stops;
}

/** What can be pressed or filled in on the page, in a group of radio buttons one. */
export const pressable = (page: Page) =>
  page.evaluate(() => {
    const pressed = [
      ...document.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input:not([type=file]), select',
      ),
    ].filter((element) => element.checkVisibility() && element.tabIndex >= 0);
    const radios = pressed.filter((element) => element.matches('[type=radio]'));
    const groups = new Set(radios.map((radio) => radio.getAttribute('name')));
    return pressed.length - radios.length + groups.size;
  });
