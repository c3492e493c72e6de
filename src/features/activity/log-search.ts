import { SEVERITIES } from '../../../contract/limits.ts';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { keyIn, textIn } from '../../shared/address-values.ts';

/** What is looked for in the system logs. It stands in the address. */
export interface LogSearch {
  /** Text in the message, in any case. */
  readonly q?: string | undefined;
  readonly severity?: LogSeverity | undefined;
  /** Id of a platform. */
  readonly platform?: string | undefined;
  readonly time?: LogTime | undefined;
  /** Epoch milliseconds, for the time `custom`: inclusive, and exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** Id of the row that the address leads to. */
  readonly row?: number | undefined;
}

/** The server takes several with commas; `info` is whatever is none of the known ones. */
export const LOG_SEVERITIES = {
  'warning,error': 'Problems',
  error: 'Error',
  warning: 'Warning',
  success: 'Success',
  info: 'Info',
} as const;
export type LogSeverity = keyof typeof LOG_SEVERITIES;

const HOUR_MS = 3_600_000;
/** How far back each goes; null: as the address says. */
export const LOG_TIMES = {
  '1h': { label: 'Last hour', ms: HOUR_MS },
  '24h': { label: 'Last 24 hours', ms: 24 * HOUR_MS },
  '7d': { label: 'Last 7 days', ms: 7 * 24 * HOUR_MS },
  '30d': { label: 'Last 30 days', ms: 30 * 24 * HOUR_MS },
  custom: { label: 'From … to …', ms: null },
} as const;
export type LogTime = keyof typeof LOG_TIMES;

/** Addresses are foreign data: whatever is none of ours is left out. */
export function parseLogSearch(search: Record<string, unknown>): LogSearch {
  return {
    q: textIn(search.q),
    severity: keyIn(LOG_SEVERITIES, search.severity),
    platform: textIn(search.platform),
    time: keyIn(LOG_TIMES, search.time),
    from: numberOf(search.from),
    to: numberOf(search.to),
    row: numberOf(search.row),
  };
}

const numberOf = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;

/** What a row must have; undefined asks for nothing. */
export interface LogFilter {
  readonly q: string | undefined;
  readonly severity: LogSeverity | undefined;
  readonly platform: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** @param now server time, epoch milliseconds */
export function filterOf(search: LogSearch, now: number): LogFilter {
  const { severity, platform, time } = search;
  const back = time === undefined ? null : LOG_TIMES[time].ms;
  const isCustom = time === 'custom';
  return {
    q: search.q?.trim() || undefined,
    severity,
    platform,
    from: back === null ? (isCustom ? search.from : undefined) : now - back,
    to: isCustom ? search.to : undefined,
  };
}

export const isFiltered = (filter: LogFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** @returns whether a row of the log is what is looked for, as the server would decide */
export function matchesLog(row: Activity, filter: LogFilter): boolean {
  const at = Date.parse(row.createdAt);
  return (
    hasText(row, filter.q) &&
    hasSeverity(row, filter.severity) &&
    isOfPlatform(row, filter.platform) &&
    !(at < (filter.from ?? at)) &&
    !(at >= (filter.to ?? at + 1))
  );
}

const hasText = ({ message }: Activity, q: string | undefined) =>
  q === undefined || message.toLowerCase().includes(q.toLowerCase());

function hasSeverity({ severity }: Activity, wanted: LogSeverity | undefined): boolean {
  if (wanted === undefined) return true;
  const known: readonly string[] = SEVERITIES;
  return wanted === 'info' ? !known.includes(severity) : wanted.split(',').includes(severity);
}

/** Servers that do not say what a row is about name the platform in its message. */
function isOfPlatform(row: Activity, platform: string | undefined): boolean {
  if (platform === undefined) return true;
  if (row.platform !== undefined) return row.platform === platform;
  return row.message.toLowerCase().includes(platform.toLowerCase());
}
