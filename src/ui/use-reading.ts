import { type RefObject, useEffect, useState } from 'react';

/**
 * Whether somebody reads a list: it is scrolled, in its own box or with the page, it has the focus, or a finger or
 * button is held on it.
 *
 * @param list the element that holds the rows, or the box in which they scroll
 */
export function useReading(list: RefObject<HTMLElement | null>): boolean {
  const [isScrolled, setScrolled] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    const undo = new AbortController();
    const { signal } = undo;
    const onScroll = () =>
      setScrolled(element.scrollTop > 0 || element.getBoundingClientRect().top < 0);
    const onRelease = () => setPressed(false);
    // Scrolling does not bubble; the capture hears it of the box and of the page.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true, signal });
    element.addEventListener('focusin', () => setFocused(true), { signal });
    element.addEventListener('focusout', () => setFocused(false), { signal });
    element.addEventListener('pointerdown', () => setPressed(true), { signal });
    addEventListener('pointerup', onRelease, { signal });
    addEventListener('pointercancel', onRelease, { signal });
    return () => undo.abort();
  }, [list]);
  return isScrolled || isFocused || isPressed;
}
