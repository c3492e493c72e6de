import { ACTIVITY } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { columnsOf } from '../../console/export-table.ts';
import { exportOf } from '../../console/paged-rows.ts';
import { platformFilterText } from '../../domain/groups.ts';
import { isoText } from '../../domain/iso-time.ts';
import {
  LOG_SEVERITIES,
  LOG_SORTS,
  type LogFilter,
  type LogSort,
} from '../../domain/log-search.ts';
import { momentOf } from '../../domain/moment.ts';
import { filterText } from '../../domain/paged-rows.ts';
import { givenName } from '../../domain/platform-name.ts';
import { type LogCursor, readPage } from './log-pages.ts';

const COLUMNS = columnsOf(['id', 'createdAt', 'severity', 'platform', 'message'], ['createdAt']);

interface LogExport {
  readonly filter: LogFilter;
  readonly sort: LogSort;
  /** The rows on the screen, and of when those are that this console knows. */
  readonly known: readonly Activity[];
  readonly knownAt: number | undefined;
  readonly platforms: readonly Connection[];
}

/** @returns what saves rows as a file. Without the server these are the rows that this console knows. */
export function exportLogs({ filter, sort, platforms, ...known }: LogExport) {
  const order = sort === 'newest' ? 'newest first' : LOG_SORTS[sort].toLowerCase();
  return exportOf<Activity, LogCursor>({
    ...known,
    name: 'events',
    columns: COLUMNS,
    pages: (from) => readPage(filter, sort, ACTIVITY.pageMax, from),
    filter: `${logFilterText(filter, platforms)}; order: ${order}`,
  });
}

/** @returns events as text, a line each */
export function logText(rows: readonly Activity[], platforms: readonly Connection[]): string {
  const lines = rows.map(({ createdAt, severity, platform, message }) => {
    const at = momentOf(createdAt);
    const when = at === undefined ? createdAt : isoText(at);
    return [when, severity.toUpperCase(), givenName(platform ?? '', platforms), message]
      .filter(Boolean)
      .join('  ');
  });
  return lines.join('\n');
}

/** @returns what is looked for, in words */
function logFilterText(filter: LogFilter, platforms: readonly Connection[]): string {
  const { q, severity, platform } = filter;
  const parts = [
    severity && `severity ${LOG_SEVERITIES[severity]}`,
    platform && platformFilterText(platform, platforms),
  ];
  return filterText(q, parts, filter);
}
