import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { exportTable, type TableFormat } from '../../client/export-table.ts';
import { workerClient } from '../../client/worker-client.ts';
import { isoText } from '../../shared/iso-time.ts';
import { momentOf } from '../../shared/moment.ts';
import { notify } from '../../shared/notices.ts';
import { EXPORT_ROWS_MAX, readAllLogs } from './log-pages.ts';
import { LOG_SEVERITIES, LOG_SORTS, type LogFilter, type LogSort } from './log-search.ts';

const COLUMNS = [
  { key: 'id' },
  { key: 'createdAt', isTime: true },
  { key: 'severity' },
  { key: 'platform' },
  { key: 'message' },
];

interface LogExport {
  readonly format: TableFormat;
  readonly filter: LogFilter;
  readonly sort: LogSort;
  /** The rows on the screen, and of when those are that this console knows. */
  readonly shown: readonly Activity[];
  readonly knownAt: number | undefined;
  readonly platforms: readonly Connection[];
  readonly onProgress: (rows: number) => void;
}

/** Saves every row that matches as a file. Without the server these are the rows that this console knows. */
export async function exportLogs(order: LogExport): Promise<void> {
  const { format, filter, sort, shown, knownAt, platforms, onProgress } = order;
  const read = await readAllLogs(filter, sort, onProgress).catch(() => undefined);
  await exportTable({
    format,
    name: 'events',
    columns: COLUMNS,
    rows: read ?? shown,
    filter: `${filterText(filter, platforms)}; order: ${sort === 'newest' ? 'newest first' : LOG_SORTS[sort].toLowerCase()}`,
    dataAsOf: read ? workerClient.serverNow() : knownAt,
    extent: extentOf(read),
    onProgress,
  });
}

/** Saves the rows that were selected. */
export async function exportSelectedLogs(
  order: Omit<LogExport, 'filter' | 'sort' | 'platforms'>,
): Promise<void> {
  const { format, shown, knownAt, onProgress } = order;
  await exportTable({
    format,
    name: 'events',
    columns: COLUMNS,
    rows: shown,
    filter: 'selected by hand',
    dataAsOf: knownAt,
    extent: 'complete',
    onProgress,
  });
}

function extentOf(read: readonly Activity[] | undefined) {
  if (read === undefined) return 'device';
  return read.length < EXPORT_ROWS_MAX ? 'complete' : 'newest';
}

/** Copies events as text, a line each. Browsers let pages copy in secure contexts only. */
export async function copyLogs(
  rows: readonly Activity[],
  platforms: readonly Connection[],
): Promise<void> {
  const names = new Map(platforms.map(({ id, name }) => [id, name]));
  const lines = rows.map(({ createdAt, severity, platform, message }) => {
    const at = momentOf(createdAt);
    const when = at === undefined ? createdAt : isoText(at);
    return [when, severity.toUpperCase(), names.get(platform ?? ''), message]
      .filter(Boolean)
      .join('  ');
  });
  try {
    await navigator.clipboard.writeText(lines.join('\n'));
    notify({ title: `Copied ${countOf(rows)}`, severity: 'success' });
  } catch {
    notify({ title: 'The browser does not let this page copy', severity: 'error' });
  }
}

const countOf = ({ length }: readonly Activity[]) =>
  length === 1 ? '1 event' : `${length.toLocaleString()} events`;

/** @returns what is looked for, in words */
export function filterText(filter: LogFilter, platforms: readonly Connection[]): string {
  const { q, severity, platform, from, to } = filter;
  const name = platforms.find(({ id }) => id === platform)?.name ?? platform;
  const parts = [
    q && `text “${q}”`,
    severity && `severity ${LOG_SEVERITIES[severity]}`,
    platform && `platform ${name}`,
    from !== undefined && `from ${isoText(from)}`,
    to !== undefined && `before ${isoText(to)}`,
  ].filter(Boolean);
  return parts.join(', ') || 'none';
}
