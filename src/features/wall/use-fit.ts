import { type RefObject, useLayoutEffect } from 'react';
import styles from './wall.module.css';

type ElementRef = RefObject<HTMLElement | null>;

/** Seven halvings are exact to one part in 128. */
const HALVINGS = 7;

/**
 * The largest size at which something fits, found by halving: what fits at one size fits at every smaller one.
 *
 * @param fits lays it out at a part of its whole size, and returns whether that fits
 * @returns above 0, and 1 when the whole size fits
 */
function largestFit(fits: (size: number) => boolean): number {
  if (fits(1)) return 1;
  let size = 0;
  for (let step = 1 / 2; step >= 2 ** -HALVINGS; step /= 2) if (fits(size + step)) size += step;
  return Math.max(size, 2 ** -HALVINGS);
}

/**
 * Shrinks the picture of a wall until all of it is on the screen, because nobody scrolls a wall. It runs before paint
 * whenever the scale, the window or the content changes.
 *
 * Longer texts shrink it too, but shorter ones do not enlarge it again: else it would change with each age it shows.
 */
export function useFit(wall: ElementRef, picture: ElementRef, scale: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale is another size to begin with.
  useLayoutEffect(() => fitIn(wall.current, picture.current), [scale]);
  useLayoutEffect(() => observe(wall.current, picture.current), [wall, picture]);
}

function observe(wall: HTMLElement | null, picture: HTMLElement | null): (() => void) | undefined {
  if (!wall || !picture) return undefined;
  const refit = () => fitIn(wall, picture);
  const changes = new MutationObserver((mutations) => {
    if (mutations.some(changesLayout) || !fitsScreen(wall, picture)) refit();
  });
  changes.observe(picture, { childList: true, characterData: true, subtree: true });
  window.addEventListener('resize', refit);
  return () => {
    changes.disconnect();
    window.removeEventListener('resize', refit);
  };
}

/** Elements were added or removed. The rows of the activity take no room of their own. */
const changesLayout = ({ type, target }: MutationRecord) =>
  type === 'childList' && !(target as Element).closest(`.${styles.activity}`);

function fitIn(wall: HTMLElement | null, picture: HTMLElement | null): void {
  if (!wall || !picture) return;
  const setSize = (size: number) => wall.style.setProperty('--wall-fit', String(size));
  const size = largestFit((tried) => {
    setSize(tried);
    return fitsScreen(wall, picture);
  });
  setSize(size);
  wall.toggleAttribute('data-full', size < 1);
}

/** The picture is at least as high as the wall, and higher only when it overflows. */
const fitsScreen = (wall: HTMLElement, picture: HTMLElement) =>
  picture.offsetHeight <= wall.clientHeight && picture.scrollWidth <= picture.clientWidth;
