import { useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';

/**
 * Counts the rows that came in at the front since `isHeld` began; 0 while nothing is held.
 *
 * @param rows newest first
 * @param isHeld the list is being read further down, or touched
 */
export function useNewAbove(rows: readonly Activity[], isHeld: boolean): number {
  const first = rows[0]?.id;
  const [seen, setSeen] = useState(first);
  if (!isHeld && seen !== first) setSeen(first);
  if (!isHeld || seen === first) return 0;
  return Math.max(
    rows.findIndex((row) => row.id === seen),
    0,
  );
}
