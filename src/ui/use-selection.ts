import { useMemo, useState } from 'react';

interface SelectionState {
  readonly selected: ReadonlySet<string>;
  /** Where a range begins. */
  readonly anchor?: string | undefined;
  /** The row that was last selected, or reached with Shift and an arrow. */
  readonly cursor?: string | undefined;
}

const NOTHING: SelectionState = { selected: new Set() };

/** Rows that are chosen for an action on all of them at once. */
export type Selection = ReturnType<typeof useSelection>;

/**
 * The same object until the selection or the rows change; memoize both lists.
 *
 * @param known ids of all rows that can be selected: one that is gone is not selected any more
 * @param shown ids of the rows on the screen, in their order
 */
export function useSelection(known: readonly string[], shown: readonly string[]) {
  const [{ selected }, setState] = useState(NOTHING);
  const ids: ReadonlySet<string> = useMemo(
    () => new Set(selected.size === 0 ? [] : known.filter((id) => selected.has(id))),
    [known, selected],
  );
  return useMemo(
    () => ({
      ids,
      shown,
      /** @param range with all rows between it and the one that was selected before */
      select(id: string, isSelected: boolean, range: boolean): void {
        setState((before) => ({
          selected: changed(
            before.selected,
            range ? rowsBetween(shown, before.anchor, id) : [id],
            isSelected,
          ),
          anchor: id,
          cursor: id,
        }));
      },
      /** Moves the end of the range from one row to another, as Shift with an arrow does. */
      extend(from: string, to: string): void {
        setState((before) => {
          const anchor = before.cursor === from ? before.anchor : from;
          const rest = changed(before.selected, rowsBetween(shown, anchor, from), false);
          return {
            selected: changed(rest, rowsBetween(shown, anchor, to), true),
            anchor,
            cursor: to,
          };
        });
      },
      selectShown(isSelected: boolean): void {
        setState(({ selected: before }) => ({ selected: changed(before, shown, isSelected) }));
      },
      clear: () => setState(NOTHING),
    }),
    [ids, shown],
  );
}

function changed(
  selected: ReadonlySet<string>,
  ids: readonly string[],
  isSelected: boolean,
): ReadonlySet<string> {
  const next = new Set(selected);
  for (const id of ids) {
    if (isSelected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** @returns the rows from one to the other, both included; the second alone when the first is not on the screen */
function rowsBetween(rows: readonly string[], from: string | undefined, to: string) {
  const ends = [from === undefined ? -1 : rows.indexOf(from), rows.indexOf(to)];
  if (ends.includes(-1)) return [to];
  return rows.slice(Math.min(...ends), Math.max(...ends) + 1);
}
