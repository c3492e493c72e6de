import type { Page } from 'playwright-core';

/** What a page shows that a person could not read or press, each by its text or its markup. */
interface LayoutFaults {
  /** Pixels by which the page is wider than the window. */
  readonly sideways: number;
  /** Text that is cut off and cannot be scrolled to. */
  readonly cut: readonly string[];
  /** What is pressed by a finger and is less than 44 px high. */
  readonly small: readonly string[];
}

/** Looks at the page as it is laid out now. */
export function layoutFaults(page: Page): Promise<LayoutFaults> {
  return page.evaluate(() => {
    const TOUCH_PX = 44;
    const MARGIN_PX = 1;

    /** Hidden from the eye on purpose, for screen readers. */
    const isForScreenReaders = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width <= MARGIN_PX || height <= MARGIN_PX;
    };

    const isShown = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

    /** Boxes around the text that cut it off, up to the first that can be scrolled. */
    function cuttingBoxes(text: Text): Element[] {
      const boxes: Element[] = [];
      for (let box = text.parentElement; box; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (overflowX === 'auto' || overflowX === 'scroll') break;
        if (overflowX !== 'visible') boxes.push(box);
      }
      return boxes;
    }

    function isCut(text: Text): boolean {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      const boxes = cuttingBoxes(text);
      if (width === 0 || boxes.some(isForScreenReaders)) return false;
      return boxes.some((box) => {
        const bounds = box.getBoundingClientRect();
        return left < bounds.left - MARGIN_PX || right > bounds.right + MARGIN_PX;
      });
    }

    const cut: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const box = text.parentElement;
      if (!text.data.trim() || !box || !isShown(box) || isForScreenReaders(box)) continue;
      if (isCut(text)) cut.push(text.data.trim());
    }

    const pressed = document.querySelectorAll('button, select, input:not([type=file]), nav a');
    const small = [...pressed]
      .map((element) => element.closest('label') ?? element)
      .filter((element) => isShown(element) && !isForScreenReaders(element))
      // An age within a line of text (the inline exception of WCAG 2.2, 2.5.5).
      .filter((element) => !element.querySelector(':scope > time'))
      .filter((element) => element.getBoundingClientRect().height < TOUCH_PX - MARGIN_PX)
      .map((element) => element.outerHTML.slice(0, 120));
    const { scrollWidth, clientWidth } = document.documentElement;
    return { sideways: Math.max(0, scrollWidth - clientWidth), cut, small };
  });
}
