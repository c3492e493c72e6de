import type { ProbeResult } from '../../../contract/shapes/mesh.ts';
import type { Database, Tx } from '../../store/database.ts';
import { dropSpans, HOUR_MS, MINUTE_MS, spansSince } from '../../store/probe-spans.ts';
import { dropProbes, probesSince } from '../../store/probes.ts';

/** How long history is kept: single probes, minutes, hours. */

const DAY_MS = 24 * HOUR_MS;
const KEEP_PROBES_MS = DAY_MS;
const KEEP_MINUTES_MS = 31 * DAY_MS;
const KEEP_HOURS_MS = 366 * DAY_MS;

/** Old rows are deleted for a few platforms in each round, so that no round works through a backlog. */
const PLATFORMS_PER_ROUND = 16;
const ROWS_PER_ROUND = 500;

/** @param round number of this round, from 0: each handles the next few platforms */
export async function dropOld(
  tx: Tx,
  { platforms, at, round }: { platforms: readonly string[]; at: number; round: number },
): Promise<void> {
  const cycle = Math.max(1, Math.ceil(platforms.length / PLATFORMS_PER_ROUND));
  const first = (round % cycle) * PLATFORMS_PER_ROUND;
  for (const platform of platforms.slice(first, first + PLATFORMS_PER_ROUND)) {
    const old = (keepMs: number) => ({ platform, before: at - keepMs, limit: ROWS_PER_ROUND });
    await dropProbes(tx, old(KEEP_PROBES_MS));
    await dropSpans(tx, MINUTE_MS, old(KEEP_MINUTES_MS));
    await dropSpans(tx, HOUR_MS, old(KEEP_HOURS_MS));
  }
}

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
  const span = { platform, since: from, spanMs, limit: ROWS_MAX };
  if (spanMs === 0) return probesSince(db, span);
  return spansSince(db, spanMs < HOUR_MS ? MINUTE_MS : HOUR_MS, span);
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
