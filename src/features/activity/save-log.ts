import type { Activity } from '../../../contract/shapes/activity.ts';
import { notifyFailure } from '../../client/actions.ts';
import { workerClient } from '../../client/worker-client.ts';
import { notify } from '../../shared/notices.ts';
import { type LogFilter, matchesLog } from './log-search.ts';
import { readAllLogs } from './use-logs.ts';

export type LogFormat = 'csv' | 'json';

/** How long the browser may take to begin to read a file that is being saved. */
const READ_WITHIN_MS = 60_000;

/**
 * Saves every row that matches as a file. Without the server these are the rows that this console knows, and
 * that is said.
 *
 * @param known rows of this console, matching or not
 */
export async function exportLogs(
  format: LogFormat,
  filter: LogFilter,
  known: readonly Activity[],
): Promise<void> {
  const matching = known.filter((row) => matchesLog(row, filter));
  try {
    const rows = await readAllLogs(filter).catch(() => undefined);
    const file = await workerClient.logFile(format, rows ?? matching);
    saveFile(file, fileName(format));
    if (rows !== undefined) return;
    notify({
      severity: 'warning',
      title: `Exported the ${matching.length.toLocaleString()} events known on this device`,
      message: 'The server could not be reached. Export again when it is back.',
    });
  } catch (error) {
    notifyFailure('The file could not be made', error);
  }
}

function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_WITHIN_MS);
}

/** Server time, without what file systems do not take. */
function fileName(format: LogFormat): string {
  const at = new Date(workerClient.serverNow()).toISOString().slice(0, 19);
  return `system-logs-${at.replaceAll(':', '-')}Z.${format}`;
}
