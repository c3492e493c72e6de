import { type ComponentProps, useMemo, useRef, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';

/**
 * Activity in a box that scrolls. Rows that arrive while somebody reads further down, or holds a finger on the list, do
 * not move what is read: they are counted, until `showNew`.
 *
 * @param rows newest first
 * @returns the rows that are shown: all but the newest that came in while others are read; and what the box needs
 */
export function useActivityBox(rows: readonly Activity[]) {
  const ref = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const [touched, setTouched] = useState(false);
  const newAbove = useNewAbove(rows, scrolled || touched);
  const shown = useMemo(() => rows.slice(newAbove), [rows, newAbove]);
  const release = () => setTouched(false);
  const box: ComponentProps<'section'> = {
    ref,
    // Safari gives a box that scrolls no keyboard focus by itself.
    tabIndex: 0,
    onScroll: (event) => setScrolled(event.currentTarget.scrollTop > 0),
    onPointerDown: () => setTouched(true),
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
  };
  function showNew(): void {
    setScrolled(false);
    ref.current?.scrollTo({ top: 0 });
  }
  return { shown, newAbove, box, showNew };
}

/**
 * Counts the rows that came in at the front since `isHeld` began; 0 while nothing is held.
 *
 * @param rows newest first
 * @param isHeld the list is being read further down, or touched
 */
function useNewAbove(rows: readonly Activity[], isHeld: boolean): number {
  const first = rows[0]?.id;
  const [seen, setSeen] = useState(first);
  if (!isHeld && seen !== first) setSeen(first);
  if (!isHeld || seen === first) return 0;
  return Math.max(
    rows.findIndex((row) => row.id === seen),
    0,
  );
}
