import { type RawBuilder, sql } from 'kysely';
import { CONNECTION_STATUSES, type ProbeResult } from '../../contract/shapes/mesh.ts';
import type { Database, Tx } from './database.ts';
import { addEncoded, type LatencyHistogram, percentileOf } from './latency-histogram.ts';
import { NODE_ITSELF } from './probe-spans.ts';
import type { ProbeQuery } from './probes.ts';
import type { RolledUpMs } from './span-rows.ts';

/** How long each status held, in milliseconds; the rest was not measured. */
export interface StatusTimes {
  readonly upMs: number;
  readonly lateMs: number;
  readonly downMs: number;
  readonly plannedMs: number;
}

/** Spans of one platform, added up to one slot. */
export interface SlotTimes extends StatusTimes {
  readonly platform: string;
  /** Start of the slot, epoch milliseconds. */
  readonly at: number;
  readonly latencyMin: number | null;
  readonly latencyMax: number | null;
  /** Encoded, separated by spaces. */
  readonly histograms: string;
}

interface SlotQuery {
  readonly platforms: readonly string[];
  /** Epoch milliseconds; the start of a span. */
  readonly from: number;
  readonly to: number;
  /** A multiple of the spans. */
  readonly slotMs: number;
}

/**
 * Added up by the database, because fetching thousands of rows takes longer than reading them.
 *
 * @returns the slots in which something was measured, in no order
 */
export async function slotTimes(
  db: Database | Tx,
  rolledUpMs: RolledUpMs,
  { platforms, from, to, slotMs }: SlotQuery,
): Promise<SlotTimes[]> {
  if (platforms.length === 0) return [];
  const start: RawBuilder<number> = sql`at - at % ${sql.lit(slotMs)}`;
  const rows = await db
    .selectFrom('probe_spans')
    .select(['platform', start.as('start')])
    .select(({ fn }) => [
      fn.sum('up_ms').as('up_ms'),
      fn.sum('late_ms').as('late_ms'),
      fn.sum('down_ms').as('down_ms'),
      fn.sum('planned_ms').as('planned_ms'),
      fn.min('latency_min').as('latency_min'),
      fn.max('latency_max').as('latency_max'),
    ])
    .select(HISTOGRAMS.as('histograms'))
    .where('platform', 'in', platforms)
    .where('span_ms', '=', rolledUpMs)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(['platform', start])
    .execute();
  return rows.map((row) => ({
    platform: row.platform,
    at: Number(row.start),
    upMs: Number(row.up_ms),
    lateMs: Number(row.late_ms),
    downMs: Number(row.down_ms),
    plannedMs: Number(row.planned_ms),
    latencyMin: row.latency_min,
    latencyMax: row.latency_max,
    histograms: row.histograms,
  }));
}

const HISTOGRAMS: RawBuilder<string> = sql`string_agg(latency_histogram, ' ')`;

/** @returns the times of a whole period, which begins and ends with a span */
export async function totalTimes(
  db: Database | Tx,
  rolledUpMs: RolledUpMs,
  { platform, from, to }: { platform: string; from: number; to: number },
): Promise<StatusTimes> {
  const row = await db
    .selectFrom('probe_spans')
    .select(({ fn }) => [
      fn.sum<number | null>('up_ms').as('up_ms'),
      fn.sum<number | null>('late_ms').as('late_ms'),
      fn.sum<number | null>('down_ms').as('down_ms'),
      fn.sum<number | null>('planned_ms').as('planned_ms'),
    ])
    .where('platform', '=', platform)
    .where('span_ms', '=', rolledUpMs)
    .where('at', '>=', from)
    .where('at', '<', to)
    .executeTakeFirstOrThrow();
  return {
    upMs: Number(row.up_ms ?? 0),
    lateMs: Number(row.late_ms ?? 0),
    downMs: Number(row.down_ms ?? 0),
    plannedMs: Number(row.planned_ms ?? 0),
  };
}

/**
 * @param rolledUpMs of which spans the answer is made; `query.spanMs` is a multiple of it
 * @returns what was found in time, oldest first: for each platform and span the worst status and the median latency
 */
export async function spansSince(
  db: Database | Tx,
  rolledUpMs: RolledUpMs,
  { platform, since, spanMs, limit }: ProbeQuery & { readonly spanMs: number },
): Promise<ProbeResult[]> {
  const start: RawBuilder<number> = sql`at - at % ${sql.lit(spanMs)}`;
  let query = db
    .selectFrom('probe_spans')
    .select(['platform', start.as('start'), HISTOGRAMS.as('histograms')])
    .select(({ fn }) => [
      fn.max('worst').as('worst'),
      fn.min('latency_min').as('latency_min'),
      fn.max('latency_max').as('latency_max'),
    ])
    .where('span_ms', '=', rolledUpMs)
    .where('at', '>=', since - (since % rolledUpMs))
    .groupBy(['platform', start])
    .orderBy('start', 'desc')
    .orderBy('platform', 'desc')
    .limit(limit);
  query =
    platform === undefined
      ? query.where('platform', '!=', NODE_ITSELF)
      : query.where('platform', '=', platform);
  const rows = await query.execute();
  return rows.reverse().map((row) => ({
    platform: row.platform,
    at: Number(row.start),
    status: CONNECTION_STATUSES[Number(row.worst)] ?? 'error',
    latencyMs: latenciesOf([
      { latencyMin: row.latency_min, latencyMax: row.latency_max, histograms: row.histograms },
    ])(0.5),
  }));
}

/** @returns the percentile of all of them together; null when nothing was answered */
export function latenciesOf(
  slots: readonly Pick<SlotTimes, 'latencyMin' | 'latencyMax' | 'histograms'>[],
): (share: number) => number | null {
  const histogram: LatencyHistogram = new Map();
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const { latencyMin, latencyMax, histograms } of slots) {
    if (latencyMin !== null) least = Math.min(least, latencyMin);
    if (latencyMax !== null) most = Math.max(most, latencyMax);
    addEncoded(histogram, histograms);
  }
  return (share) => {
    const ms = percentileOf(histogram, share);
    return ms === null ? null : rounded(Math.min(Math.max(ms, least), most));
  };
}

/** Below 5 ms, 1 % is less than half of the tenths that are measured: so it is exact. Beyond, rounding adds nothing. */
function rounded(ms: number): number {
  const digits = ms < 5 ? 10 : 10_000;
  return Math.round(ms * digits) / digits;
}
