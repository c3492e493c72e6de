import type * as z from 'zod/mini';
import { SEVERITIES } from '../../contract/limits.ts';
import { parsePlatformFilter, platformsNamed } from '../../contract/platform-filter.ts';
import type { Activity } from '../../contract/shapes/activity.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import {
  choiceOf,
  type TimeSpan,
  tableSearch,
  textValue,
  timeSpanOf,
  wholeNumber,
} from './table-search.ts';

/** The server takes several with commas; `info` is whatever is none of the known ones. */
export const LOG_SEVERITIES = {
  'warning,error': 'Problems',
  error: 'Error',
  warning: 'Warning',
  success: 'Success',
  info: 'Info',
} as const;
type LogSeverity = keyof typeof LOG_SEVERITIES;

/** How the rows can be ordered other than newest first. */
export const LOG_SORTS = { oldest: 'Oldest first', problems: 'Problems first' } as const;
export type LogSort = keyof typeof LOG_SORTS | 'newest';

/** What is looked for in the system logs. `platform`: an id, or `group:NAME` or `tag:NAME`; `row`: the id that the address leads to. */
export const logSearch = tableSearch({
  severity: choiceOf(LOG_SEVERITIES),
  platform: textValue,
  sort: choiceOf(LOG_SORTS),
  row: wholeNumber,
});
export type LogSearch = z.infer<typeof logSearch>;

/** What a row must have; undefined asks for nothing. */
export interface LogFilter extends TimeSpan {
  readonly q: string | undefined;
  readonly severity: LogSeverity | undefined;
  readonly platform: string | undefined;
}

/** @param now server time, epoch milliseconds */
export function filterOf(search: LogSearch, now: number): LogFilter {
  const { q, severity, platform } = search;
  return { q: q?.trim() || undefined, severity, platform, ...timeSpanOf(search, now) };
}

/**
 * @param platforms of the mesh; without them a group or tag is left to the server
 * @returns whether a row of the log is what is looked for, as the server would decide
 */
export function matchesLog(
  row: Activity,
  filter: LogFilter,
  platforms?: readonly Connection[],
): boolean {
  const at = Date.parse(row.createdAt);
  return (
    hasText(row, filter.q) &&
    hasSeverity(row, filter.severity) &&
    isOfPlatform(row, filter.platform, platforms) &&
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
function isOfPlatform(
  row: Activity,
  platform: string | undefined,
  platforms: readonly Connection[] | undefined,
): boolean {
  if (platform === undefined) return true;
  if (parsePlatformFilter(platform).by !== 'id')
    return !platforms || (platformsNamed(platform, platforms) ?? []).includes(row.platform ?? '');
  if (row.platform !== undefined) return row.platform === platform;
  return row.message.toLowerCase().includes(platform.toLowerCase());
}
