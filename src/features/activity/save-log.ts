import { ACTIVITY } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { columnsOf, type TableExport } from '../../console/export-table.ts';
import { exportMatching } from '../../console/paged-rows.ts';
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
import { type LogCursor, readPage } from './log-pages.ts';

const COLUMNS = columnsOf(['id', 'createdAt', 'severity', 'platform', 'message'], ['createdAt']);

interface LogExport extends Pick<TableExport, 'format' | 'onProgress'> {
  readonly filter: LogFilter;
  readonly sort: LogSort;
  /** These alone; undefined: every one that matches. */
  readonly selected: readonly Activity[] | undefined;
  /** The rows on the screen, and of when those are that this console knows. */
  readonly shown: readonly Activity[];
  readonly knownAt: number | undefined;
  readonly platforms: readonly Connection[];
}

/** Saves rows as a file. Without the server these are the rows that this console knows. */
export function exportLogs({ filter, sort, shown, platforms, ...order }: LogExport) {
  const text = filterTextOf(filter, platforms);
  return exportMatching<Activity, LogCursor>({
    ...order,
    name: 'events',
    columns: COLUMNS,
    pages: (from) => readPage(filter, sort, ACTIVITY.pageMax, from),
    known: shown,
    filter: `${text}; order: ${sort === 'newest' ? 'newest first' : LOG_SORTS[sort].toLowerCase()}`,
  });
}

/** @returns events as text, a line each */
export function logText(rows: readonly Activity[], platforms: readonly Connection[]): string {
  const names = new Map(platforms.map(({ id, name }) => [id, name]));
  const lines = rows.map(({ createdAt, severity, platform, message }) => {
    const at = momentOf(createdAt);
    const when = at === undefined ? createdAt : isoText(at);
    return [when, severity.toUpperCase(), names.get(platform ?? ''), message]
      .filter(Boolean)
      .join('  ');
  });
  return lines.join('\n');
}

/** @returns what is looked for, in words */
function filterTextOf(filter: LogFilter, platforms: readonly Connection[]): string {
  const { q, severity, platform } = filter;
  const parts = [
    severity && `severity ${LOG_SEVERITIES[severity]}`,
    platform && platformFilterText(platform, platforms),
  ];
  return filterText(q, parts, filter);
}
