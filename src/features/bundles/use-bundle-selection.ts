import { useCallback, useEffect, useRef, useState } from 'react';
import type { Bundle } from '../../../contract/shapes/bundle.ts';
import type { BundleSelection } from './bundle-rows.tsx';

const NONE: ReadonlySet<string> = new Set();

/**
 * The bundles that are selected, on whatever page they are.
 *
 * @param bundles all: one that was deleted is not selected any more
 * @param shown the rows on the screen, in their order
 */
export function useBundleSelection(bundles: readonly Bundle[], shown: readonly Bundle[]) {
  const [selected, setSelected] = useState(NONE);
  const rows = useRef<readonly string[]>([]);
  const anchor = useRef<string>(undefined);
  useEffect(() => {
    rows.current = shown.map(idOf);
  }, [shown]);

  const onSelect = useCallback((id: string, isSelected: boolean, range: boolean) => {
    const ids = range ? rowsBetween(rows.current, anchor.current, id) : [id];
    anchor.current = id;
    setSelected((before) => withIds(before, ids, isSelected));
  }, []);
  const onSelectAll = useCallback((isSelected: boolean) => {
    setSelected((before) => withIds(before, rows.current, isSelected));
  }, []);
  const clear = useCallback(() => setSelected(NONE), []);

  const ids = selected.size === 0 ? NONE : known(bundles, selected);
  return { ids, onSelect, onSelectAll, clear } satisfies BundleSelection & { clear: () => void };
}

const idOf = ({ id }: Bundle) => String(id);

function known(bundles: readonly Bundle[], ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(bundles.map(idOf).filter((id) => ids.has(id)));
}

function withIds(
  before: ReadonlySet<string>,
  ids: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const next = new Set(before);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** @returns the rows from one to the other, both included; the second alone when the first is not on the screen */
function rowsBetween(
  rows: readonly string[],
  from: string | undefined,
  to: string,
): readonly string[] {
  const ends = [from === undefined ? -1 : rows.indexOf(from), rows.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1);
}
