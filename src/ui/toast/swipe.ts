import { type PointerEvent, useRef, useState } from 'react';
import { TOAST } from '../../../contract/limits.ts';

/**
 * Swiping something away to the right: it follows the finger, leaves beyond TOAST.swipePx and springs back otherwise.
 *
 * @returns the handlers for the element and how far it is pulled, in CSS pixels; `pulling` is true under the finger
 */
export function useSwipeRight(onAway: () => void) {
  const startX = useRef<number | undefined>(undefined);
  const [pulledPx, setPulledPx] = useState(0);

  function end(away: boolean): void {
    startX.current = undefined;
    setPulledPx(0);
    if (away) onAway();
  }

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || isControl(event.target)) return;
      startX.current = event.clientX;
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (startX.current === undefined) return;
      setPulledPx(Math.max(0, event.clientX - startX.current));
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (startX.current === undefined) return;
      end(event.clientX - startX.current > TOAST.swipePx);
    },
    onPointerCancel: () => end(false),
  };
  return { handlers, pulledPx, pulling: pulledPx > 0 };
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a') !== null;
}
