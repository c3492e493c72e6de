import type { Activity } from '../../../contract/shapes/activity.ts';

export interface LogFilter {
  /** Looked for in the message, whatever the case. */
  readonly text: string;
  /** One severity, or empty for all. */
  readonly severity: string;
}

export type LogFormat = 'csv' | 'json';

/**
 * What there is behind the oldest row. more: perhaps something; all: nothing; full: more than is shown at
 * once; failed: the server could not be asked.
 */
export type OlderLogs = 'more' | 'reading' | 'all' | 'full' | 'failed';

/** @returns the rows that hold the text and have the severity, in their order */
export function filterLogs(rows: readonly Activity[], filter: LogFilter): readonly Activity[] {
  const text = filter.text.trim().toLowerCase();
  return rows.filter(
    (row) =>
      (filter.severity === '' || row.severity === filter.severity) &&
      (text === '' || row.message.toLowerCase().includes(text)),
  );
}
