import { isoText } from './iso-time.ts';
import type { TimeSpan } from './table-search.ts';

/** Rows that a server has too many of to answer all at once: the newest first, older ones page by page. */
export interface PagedRows<Row> {
  /** Every matching row that is known so far. */
  readonly rows: readonly Row[];
  /** all: nothing matches behind these; failed: the server could not be asked. */
  readonly state: 'searching' | 'more' | 'reading' | 'all' | 'failed';
  readonly error: unknown;
  readonly readOlder: () => void;
  readonly retry: () => void;
}

/** How one row is called, and several: 'incident' and 'incidents'. */
export interface RowNames {
  readonly one: string;
  readonly many: string;
}

/** @returns how many rows there are, as far as that is known */
export function countText(
  { rows, state }: Pick<PagedRows<unknown>, 'rows' | 'state'>,
  filtered: boolean,
  names: RowNames,
): string {
  const count = rows.length.toLocaleString();
  const many = rows.length === 1 ? names.one : names.many;
  const things = filtered ? `${many} ${rows.length === 1 ? 'matches' : 'match'}` : many;
  switch (state) {
    case 'searching':
      return rows.length === 0 ? `Reading ${names.many}…` : `${count} ${things} so far…`;
    case 'more':
    case 'reading':
      return `Newest ${count} ${many}`;
    case 'all':
      return filtered || rows.length < 2 ? `${count} ${things}` : `All ${count} ${many}`;
    case 'failed':
      return `${count} ${many} known on this device`;
  }
}

/** @returns whether anything is looked for */
export const isFiltered = (filter: object): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/**
 * @param parts what else is looked for: 'severity Error'; what is none is left out
 * @returns what is looked for, in words
 */
export function filterText(
  q: string | undefined,
  parts: readonly (string | undefined)[],
  { from, to }: TimeSpan,
  [fromText, toText] = ['from', 'before'],
): string {
  const all = [
    q && `text “${q}”`,
    ...parts,
    from !== undefined && `${fromText} ${isoText(from)}`,
    to !== undefined && `${toText} ${isoText(to)}`,
  ];
  return all.filter(Boolean).join(', ') || 'none';
}
