import type { Activity } from '../../../contract/shapes/activity.ts';
import { type Page, readRows } from '../../console/paged-rows.ts';
import { type LogFilter, type LogSort, matchesLog } from '../../domain/log-search.ts';

export interface LogCursor {
  /** Problems are read severity by severity: which of them. */
  readonly part: number;
  /** The rows after this one; undefined: from the part's first row on. */
  readonly id: Activity['id'] | undefined;
  /** Id of the first row of the page before: a server that knows no pages answers the same page again. */
  readonly first?: Activity['id'] | undefined;
}

const START: LogCursor = { part: 0, id: undefined };

/** Severities in the order of problems, as the server takes them. */
const PARTS: readonly string[] = ['error', 'warning', 'success,info'];

/** @returns which part of the order of problems a row belongs to */
export function partOf({ severity }: Pick<Activity, 'severity'>): number {
  const part = PARTS.indexOf(severity);
  return part < 0 ? PARTS.length - 1 : part;
}

/** @returns the severities that are asked for, one after the other; undefined: nothing has to be left out */
function severitiesOf({ severity }: LogFilter, sort: LogSort): readonly (string | undefined)[] {
  if (sort !== 'problems') return [severity];
  return PARTS.map((part) =>
    severity === undefined
      ? part
      : part.split(',').find((one) => severity.split(',').includes(one)),
  );
}

/** @returns the next rows that match; none only when there are no more. Throws when the server cannot be asked. */
export async function readPage(
  filter: LogFilter,
  sort: LogSort,
  limit: number,
  from: LogCursor = START,
): Promise<Page<Activity, LogCursor>> {
  const severities = severitiesOf(filter, sort);
  const severity = severities[from.part];
  const isSkipped = sort === 'problems' && severity === undefined;
  const cursor = sort === 'oldest' ? { after: from.id ?? 0 } : { before: from.id };
  const answer = isSkipped
    ? []
    : await readRows<Activity>('activity', { ...filter, severity, ...cursor, limit });
  const isRepeated = answer.length > 0 && answer[0]?.id === from.first;
  // A server may know no filters.
  const rows = answer.filter(
    (row) =>
      !isRepeated && matchesLog(row, filter) && (sort !== 'problems' || partOf(row) === from.part),
  );
  const next = nextOf();
  return rows.length > 0 || !next ? { rows, next } : readPage(filter, sort, limit, next);

  function nextOf(): LogCursor | undefined {
    if (answer.length >= limit && !isRepeated)
      return { part: from.part, id: answer.at(-1)?.id, first: answer[0]?.id };
    const part = from.part + 1;
    return part < severities.length ? { part, id: undefined } : undefined;
  }
}
