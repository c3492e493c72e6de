import type { ProbeResult } from '../../contract/shapes/mesh.ts';
import type { Database } from '../store/database.ts';
import { probesSince } from '../store/probes.ts';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

/** What a chart can show of one platform; more is drawn together into longer spans. */
const ROWS_PER_PLATFORM = 720;
const ROWS_MAX = 5_000;

/** Spans that a row may stand for, beside the single probe (0). */
const SPANS_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS];

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
  const from = since ?? now - HOUR_MS;
  const spanMs = spanFor(now - from, intervalMs);
  return probesSince(db, { platform, since: from, spanMs, limit: ROWS_MAX });
}

/** @returns the shortest span of which not too many make up the time; 0 when each probe may be a row */
export function spanFor(timeMs: number, intervalMs: number): number {
  if (timeMs <= ROWS_PER_PLATFORM * intervalMs) return 0;
  const span = SPANS_MS.find((span) => timeMs <= ROWS_PER_PLATFORM * span);
  return span ?? 24 * HOUR_MS;
}
