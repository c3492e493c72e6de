import { useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';

/**
 * Counts the rows that came in at the front since `held` began; 0 while nothing is held.
 *
 * @param rows newest first
 * @param held the list is being read further down, or touched
 */
export function useNewAbove(rows: readonly Activity[], held: boolean): number {
  const first = rows[0]?.id;
  const [seen, setSeen] = useState(first);
  if (!held && seen !== first) setSeen(first);
  if (!held || seen === first) return 0;
  const index = rows.findIndex((row) => row.id === seen);
  return index === -1 ? rows.length : index;
}
