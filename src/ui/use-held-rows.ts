import { useMemo, useState } from 'react';

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
