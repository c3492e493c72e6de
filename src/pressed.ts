import { afterPaint } from './after-paint.ts';

/**
 * A button that was pressed before the page's script was there (`index.html` keeps which) is pressed in the page
 * that has taken the place of the first: the one with the same words, and in a list of the same row.
 *
 * @param next the page now
 */
export function pressAgain(next: ParentNode): void {
  const { pressed } = window;
  window.pressed = undefined;
  if (pressed === undefined) return;
  const twin = [...next.querySelectorAll('button')].find((button) => isTwin(button, pressed));
  // A task of its own: what it opens is drawn by a page that stands.
  if (twin !== undefined) afterPaint(() => twin.click());
}

declare global {
  interface Window {
    pressed?: HTMLButtonElement | undefined;
  }
}

function isTwin(one: HTMLButtonElement, other: HTMLButtonElement): boolean {
  return nameOf(one) === nameOf(other) && rowOf(one) === rowOf(other);
}

const nameOf = (button: HTMLButtonElement) => button.ariaLabel ?? button.textContent;

const rowOf = (button: HTMLButtonElement) => button.closest<HTMLElement>('[data-row]')?.dataset.row;
