import type { Activity } from '../../../contract/shapes/activity.ts';
import { dataWorker } from '../../link/worker.ts';
import type { LogFormat } from '../../ui/system-logs/log-filter.ts';
import { saveFile } from '../../ui/system-logs/save-file.ts';
import { showToast } from '../../ui/toast/toasts.ts';

/** Has the worker make a file of these rows, and gives it to the browser to save. */
export function saveLog(format: LogFormat, rows: readonly Activity[]): void {
  const at = new Date(dataWorker.mirror.serverNow());
  dataWorker.logFile(format, rows).then(
    (file) => saveFile(file, nameOf(format, at)),
    (error: unknown) =>
      showToast({ title: 'The file could not be made', text: String(error), tone: 'bad' }),
  );
}

/** Server time, without what file systems do not take. */
function nameOf(format: LogFormat, at: Date): string {
  return `system-logs-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.${format}`;
}
