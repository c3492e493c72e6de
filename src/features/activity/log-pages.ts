import { ACTIVITY } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { workerClient } from '../../client/worker-client.ts';
import { ApiError, type Outcome } from '../../shared/outcome.ts';
import { type LogFilter, type LogSort, matchesLog } from './log-search.ts';

/** Some rows of the server's log in the order that was asked for, and where the next ones begin. */
export interface LogPage {
  readonly rows: readonly Activity[];
  /** undefined: there are no more, or the server knows no pages. */
  readonly next: LogCursor | undefined;
}

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
): Promise<LogPage> {
  const severities = severitiesOf(filter, sort);
  const severity = severities[from.part];
  const isSkipped = sort === 'problems' && severity === undefined;
  const answer = isSkipped ? [] : await ask({ ...filter, severity }, sort, limit, from.id);
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

async function ask(
  filter: Omit<LogFilter, 'severity'> & { readonly severity: string | undefined },
  sort: LogSort,
  limit: number,
  id: LogCursor['id'],
): Promise<readonly Activity[]> {
  const cursor = sort === 'oldest' ? { after: id ?? 0 } : { before: id };
  const query = { ...filter, ...cursor, limit };
  const outcome = (await workerClient.send('activity', { query })) as Outcome<readonly Activity[]>;
  if (!outcome.ok) throw new ApiError(outcome);
  return outcome.data;
}

/** More would fill the memory of a small device. */
export const EXPORT_ROWS_MAX = 100_000;

/**
 * @param onProgress called with how many rows have been read so far
 * @returns every row of the server's log that matches. Throws when it cannot be asked.
 */
export async function readAllLogs(
  filter: LogFilter,
  sort: LogSort,
  onProgress: (rows: number) => void,
): Promise<readonly Activity[]> {
  const rows: Activity[] = [];
  let page: LogPage | undefined;
  do {
    page = await readPage(filter, sort, ACTIVITY.pageMax, page?.next);
    rows.push(...page.rows);
    onProgress(rows.length);
  } while (page.next && rows.length < EXPORT_ROWS_MAX);
  return rows.slice(0, EXPORT_ROWS_MAX);
}
