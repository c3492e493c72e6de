import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { exportTable, type TableFormat } from '../../client/export-table.ts';
import { workerClient } from '../../client/worker-client.ts';
import { isoText } from '../../shared/iso-time.ts';
import { LOG_SEVERITIES, type LogFilter, matchesLog } from './log-search.ts';
import { EXPORT_ROWS_MAX, readAllLogs } from './use-logs.ts';

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
  /** Rows of this console, matching or not, and of when they are. */
  readonly known: readonly Activity[];
  readonly knownAt: number | undefined;
  readonly platforms: readonly Connection[];
  readonly onProgress: (rows: number) => void;
}

/** Saves every row that matches as a file. Without the server these are the rows that this console knows. */
export async function exportLogs(order: LogExport): Promise<void> {
  const { format, filter, known, knownAt, platforms, onProgress } = order;
  const read = await readAllLogs(filter, onProgress).catch(() => undefined);
  await exportTable({
    format,
    name: 'events',
    columns: COLUMNS,
    rows: read ?? known.filter((row) => matchesLog(row, filter)),
    filter: filterText(filter, platforms),
    dataAsOf: read ? workerClient.serverNow() : knownAt,
    extent: extentOf(read),
    onProgress,
  });
}

function extentOf(read: readonly Activity[] | undefined) {
  if (read === undefined) return 'device';
  return read.length < EXPORT_ROWS_MAX ? 'complete' : 'newest';
}

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
