import { type RefObject, useLayoutEffect } from 'react';
import { largestFit } from './largest-fit.ts';
import styles from './wall.module.css';

type Part = RefObject<HTMLElement | null>;

/**
 * Makes the picture of a wall smaller until all of it is on the screen, as nobody scrolls a wall: once whenever its
 * scale, the window or what stands in it changes, before that is painted.
 *
 * Words that grow longer make it smaller too, but shorter ones do not make it larger again: a wall would
 * breathe with each age that it shows.
 */
export function useFit(wall: Part, picture: Part, scale: number): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scale is another size to begin with.
  useLayoutEffect(() => fitIn(wall.current, picture.current), [scale]);
  useLayoutEffect(() => watch(wall.current, picture.current), [wall, picture]);
}

function watch(wall: HTMLElement | null, picture: HTMLElement | null): (() => void) | undefined {
  if (!wall || !picture) return undefined;
  const again = () => fitIn(wall, picture);
  const changes = new MutationObserver((seen) => {
    if (seen.some(isOfThePicture) || !isWhole(wall, picture)) again();
  });
  changes.observe(picture, { childList: true, characterData: true, subtree: true });
  window.addEventListener('resize', again);
  return () => {
    changes.disconnect();
    window.removeEventListener('resize', again);
  };
}

/** Something came or went; the rows of the activity take no room of their own. */
const isOfThePicture = ({ type, target }: MutationRecord) =>
  type === 'childList' && !(target as Element).closest(`.${styles.activity}`);

function fitIn(wall: HTMLElement | null, picture: HTMLElement | null): void {
  if (!wall || !picture) return;
  const draw = (size: number) => wall.style.setProperty('--wall-fit', String(size));
  const size = largestFit((tried) => {
    draw(tried);
    return isWhole(wall, picture);
  });
  draw(size);
  wall.toggleAttribute('data-full', size < 1);
}

/** The picture is at least as high as the wall, and higher only when there is too much in it. */
const isWhole = (wall: HTMLElement, picture: HTMLElement) =>
  picture.offsetHeight <= wall.clientHeight && picture.scrollWidth <= picture.clientWidth;
