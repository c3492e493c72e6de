import { isoText } from './iso-time.ts';
import type { TimeSpan } from './time-range.ts';

/** Rows that a server has too many of to answer all at once: the newest first, older ones page by page. */
export interface PagedRows<Row> {
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

export const isFiltered = (filter: object): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** What is looked for, in words. @param parts such as 'severity Error' */
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
