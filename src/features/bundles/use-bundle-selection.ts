import { useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';

const idOf = ({ id }: Bundle) => String(id);

/** Bundles that are chosen for an action on all of them at once, on whatever page they are. */
export type BundleSelection = ReturnType<typeof useBundleSelection>;

/**
 * @param bundles all: one that was deleted is not selected any more
 * @param shown the rows on the screen, in their order
 */
export function useBundleSelection(bundles: readonly Bundle[], shown: readonly Bundle[]) {
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [anchor, setAnchor] = useState<string>();
  const rows = shown.map(idOf);
  function setAll(ids: readonly string[], isSelected: boolean): void {
    const others = selected.filter((id) => !ids.includes(id));
    setSelected(isSelected ? [...others, ...ids] : others);
  }
  return {
    ids: new Set(bundles.map(idOf).filter((id) => selected.includes(id))) as ReadonlySet<string>,
    /** @param range with all rows between it and the one that was selected before */
    select(id: string, isSelected: boolean, range: boolean): void {
      setAll(range ? rowsBetween(rows, anchor, id) : [id], isSelected);
      setAnchor(id);
    },
    selectShown: (isSelected: boolean) => setAll(rows, isSelected),
    clear: () => setSelected([]),
  };
}

/** @returns the rows from one to the other, both included; the second alone when the first is not on the screen */
function rowsBetween(rows: readonly string[], from: string | undefined, to: string) {
  const ends = [from === undefined ? -1 : rows.indexOf(from), rows.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1);
}
