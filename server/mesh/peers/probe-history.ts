import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { ProbeResult } from '../../../contract/shapes/mesh.ts';
import type { Database } from '../../database/database.ts';
import { probesSince } from '../rows/probes.ts';
import { KEEP_HOURS_MS, KEEP_MINUTES_MS, KEEP_PROBES_MS } from '../rows/retention.ts';
import { spansSince } from '../rows/span-times.ts';
import { rolledUpFor } from './history-slots.ts';

/** The most rows that a chart shows for one platform; more are merged into longer spans. */
const ROWS_PER_PLATFORM = 720;
const ROWS_MAX = 5_000;

/** Spans that a row may cover, besides a single probe (0). */
const SPANS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, DAY_MS];

interface HistoryQuery {
  readonly platform?: string | undefined;
  /** Epoch milliseconds; an hour ago when it is not given. */
  readonly since?: number | undefined;
}

/** @returns probe results, oldest first and bounded: the longer the period, the longer each row's span */
export function readHistory(
  db: Database,
  { platform, since }: HistoryQuery,
  { now, intervalMs }: { readonly now: number; readonly intervalMs: number },
): Promise<ProbeResult[]> {
  const from = Math.max(since ?? now - HOUR_MS, now - KEEP_HOURS_MS);
  const spanMs = spanFor(now - from, intervalMs);
  const query = { platform, since: from, limit: ROWS_MAX };
  if (spanMs === 0) return probesSince(db, query);
  return spansSince(db, rolledUpFor(spanMs), { ...query, spanMs });
}

/**
 * @returns the shortest span that gives few enough rows and is still stored for the whole period; 0 when each
 *   probe can be a row
 */
export function spanFor(timeMs: number, intervalMs: number): number {
  if (timeMs <= Math.min(ROWS_PER_PLATFORM * intervalMs, KEEP_PROBES_MS)) return 0;
  const fits = (span: number) =>
    timeMs <= ROWS_PER_PLATFORM * span && (span >= HOUR_MS || timeMs <= KEEP_MINUTES_MS);
  return SPANS_MS.find(fits) ?? DAY_MS;
}
