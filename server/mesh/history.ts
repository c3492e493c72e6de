import type { ProbeResult } from '../../contract/shapes/mesh.ts';
import type { Database } from '../store/database.ts';
import { HOUR_MS, MINUTE_MS, spansSince } from '../store/probe-spans.ts';
import { probesSince } from '../store/probes.ts';
import { DAY_MS, KEEP_HOURS_MS, KEEP_MINUTES_MS, KEEP_PROBES_MS } from './retention.ts';

/** What a chart can show of one platform; more is drawn together into longer spans. */
const ROWS_PER_PLATFORM = 720;
const ROWS_MAX = 5_000;

/** Spans that a row may stand for, beside the single probe (0). */
const SPANS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, DAY_MS];

export interface HistoryQuery {
  readonly platform?: string | undefined;
  /** Epoch milliseconds; an hour ago when it is not given. */
  readonly since?: number | undefined;
}

/** @returns probe results in time, oldest first, bounded: the longer the time, the longer each row's span */
export function readHistory(
  db: Database,
  { platform, since }: HistoryQuery,
  { now, intervalMs }: { readonly now: number; readonly intervalMs: number },
): Promise<ProbeResult[]> {
  const from = Math.max(since ?? now - HOUR_MS, now - KEEP_HOURS_MS);
  const spanMs = spanFor(now - from, intervalMs);
  const span = { platform, since: from, spanMs, limit: ROWS_MAX };
  if (spanMs === 0) return probesSince(db, span);
  return spansSince(db, spanMs < HOUR_MS ? MINUTE_MS : HOUR_MS, span);
}

/**
 * @returns the shortest span of which not too many make up the time, and of which all is still kept; 0 when
 *   each probe may be a row
 */
export function spanFor(timeMs: number, intervalMs: number): number {
  if (timeMs <= Math.min(ROWS_PER_PLATFORM * intervalMs, KEEP_PROBES_MS)) return 0;
  const fits = (span: number) =>
    timeMs <= ROWS_PER_PLATFORM * span && (span >= HOUR_MS || timeMs <= KEEP_MINUTES_MS);
  return SPANS_MS.find(fits) ?? DAY_MS;
}
