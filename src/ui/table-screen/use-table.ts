import {
  type RowSelectionState,
  rowSelectionFeature,
  type Row as TableRow,
  tableFeatures,
  useTable as useRowModel,
} from '@tanstack/react-table';
import { useEffect, useMemo, useState } from 'react';

const features = tableFeatures({ rowSelectionFeature });

export interface ShownRow<Row>
  extends Pick<
    TableRow<typeof features, object>,
    'id' | 'index' | 'getIsSelected' | 'toggleSelected' | 'getToggleSelectedHandler'
  > {
  readonly original: Row;
}

interface TableOptions<Row> {
  /** Those that match, in order. */
  rows: readonly Row[];
  /** The same function each time. */
  idOf: (row: Row) => string;
  /** Names what is listed, such as its search: another list begins anew, at its first row. */
  list: string;
  /** The rows that can be selected, where they are more than those that match. */
  known?: readonly Row[];
  /** Of the rows only these are shown. */
  page?: { readonly first: number; readonly count: number };
}

export interface Table<Row> {
  /** The element that holds the rows, or the box in which they scroll, and what it is given to. */
  readonly box: HTMLElement | null;
  readonly setBox: (box: HTMLElement | null) => void;
  /** Every row that is not held back. */
  readonly listed: readonly Row[];
  readonly shown: readonly ShownRow<Row>[];
  readonly newCount: number;
  readonly showNew: () => void;
  /** A row that is gone is not selected any more. */
  readonly selected: readonly Row[];
  readonly selection: 'none' | 'some' | 'all';
  readonly selectShown: (isSelected: boolean) => void;
  readonly clear: () => void;
}

const NO_COLUMNS: never[] = [];
const NOTHING: RowSelectionState = {};

/** Which rows a table shows and which are selected. While somebody reads or selects them none moves: new ones are counted. */
export function useTable<Row extends object>(options: TableOptions<Row>): Table<Row> {
  const { rows, idOf, list, known = rows, page } = options;
  const [box, setBox] = useState<HTMLElement | null>(null);
  const isReading = useReading(box);
  const [rowSelection, setRowSelection] = useState(NOTHING);
  const selected = useMemo(
    () => (isEmpty(rowSelection) ? [] : known.filter((row) => rowSelection[idOf(row)])),
    [known, idOf, rowSelection],
  );
  const held = useHeldRows(rows, idOf, isReading || selected.length > 0, list);
  const { first = 0, count = Number.POSITIVE_INFINITY } = page ?? {};
  const data = useMemo(() => held.shown.slice(first, first + count), [held.shown, first, count]);
  const table = useRowModel({
    ...{ features, columns: NO_COLUMNS, data, getRowId: idOf },
    state: { rowSelection },
    onRowSelectionChange: setRowSelection,
  });
  useEffect(() => {
    if (list) box?.scrollTo({ top: 0 });
  }, [list, box]);
  return {
    box,
    setBox,
    listed: held.shown,
    shown: table.getRowModel().rows,
    newCount: held.newCount,
    showNew() {
      held.showNew();
      box?.scrollTo({ top: 0 });
    },
    selected,
    selection: selectionOf(data.filter((row) => rowSelection[idOf(row)]).length, data.length),
    selectShown: (isSelected) => table.toggleAllRowsSelected(isSelected),
    clear: () => table.resetRowSelection(true),
  };
}

const isEmpty = (selection: RowSelectionState) => Object.keys(selection).length === 0;

function selectionOf(selected: number, shown: number): Table<unknown>['selection'] {
  if (selected === 0) return 'none';
  return selected === shown ? 'all' : 'some';
}

/** The focus stays where it was when somebody has left. */
const FOCUS_READS_MS = 60_000;

/**
 * Whether somebody reads a list: it is scrolled, in its own box or with the page, it had the focus and a key in the last
 * minute, or a finger or button is held on it.
 *
 * @param element that holds the rows, or the box in which they scroll
 */
export function useReading(element: HTMLElement | null): boolean {
  const [isScrolled, setScrolled] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    const undo = new AbortController();
    const { signal } = undo;
    const onScroll = () =>
      setScrolled(element.scrollTop > 0 || element.getBoundingClientRect().top < 0);
    const onRelease = () => setPressed(false);
    // Scrolling does not bubble; the capture hears it of the box and of the page.
    document.addEventListener('scroll', onScroll, { capture: true, passive: true, signal });
    let timer: ReturnType<typeof setTimeout>;
    const focus = (next: boolean) => {
      clearTimeout(timer);
      setFocused(next);
      if (next) timer = setTimeout(setFocused, FOCUS_READS_MS, false);
    };
    const onFocus = () => focus(true);
    for (const name of ['focusin', 'keydown', 'click'])
      element.addEventListener(name, onFocus, { signal });
    element.addEventListener('focusout', () => focus(false), { signal });
    signal.addEventListener('abort', () => clearTimeout(timer));
    element.addEventListener('pointerdown', () => setPressed(true), { signal });
    addEventListener('pointerup', onRelease, { signal });
    addEventListener('pointercancel', onRelease, { signal });
    return () => {
      undo.abort();
      setScrolled(false);
      setFocused(false);
      setPressed(false);
    };
  }, [element]);
  return isScrolled || isFocused || isPressed;
}

interface HeldRows<Row> {
  /** The rows to show. */
  readonly shown: readonly Row[];
  /** How many are held back. */
  readonly newCount: number;
  /** Shows those too, each in its place. */
  readonly showNew: () => void;
}

interface Held {
  readonly list: string;
  /** Ids of the rows that are shown, in their order. */
  readonly ids: readonly string[];
}

/**
 * Keeps rows where they are while somebody reads them: their content changes, their order does not, and those that come
 * in between are held back. What comes behind the last row moves nothing and is shown.
 *
 * @param idOf the same function each time
 * @param isHeld somebody reads
 * @param list names what is listed, such as its filters: another list is held anew
 */
export function useHeldRows<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  isHeld: boolean,
  list: string,
): HeldRows<Row> {
  const [held, setHeld] = useState<Held>();
  const hold = () => setHeld({ list, ids: rows.map(idOf) });
  const isHolding = isHeld && rows.length > 0;
  if (!isHolding && held) setHeld(undefined);
  if (isHolding && held?.list !== list) hold();
  const ids = isHolding && held?.list === list ? held.ids : undefined;
  const { shown, behind } = useMemo(() => inOrder(rows, idOf, ids), [rows, idOf, ids]);
  if (ids && behind.length > 0) setHeld({ list, ids: [...ids, ...behind.map(idOf)] });
  return { shown, newCount: rows.length - shown.length, showNew: hold };
}

function inOrder<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  ids: readonly string[] | undefined,
): { shown: readonly Row[]; behind: readonly Row[] } {
  if (!ids) return { shown: rows, behind: [] };
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = (row: Row) => places.get(idOf(row)) ?? -1;
  const kept = rows.filter((row) => placeOf(row) >= 0);
  const last = rows.findLastIndex((row) => placeOf(row) >= 0);
  const behind = rows.slice(last + 1);
  return { shown: [...kept.toSorted((a, b) => placeOf(a) - placeOf(b)), ...behind], behind };
}
