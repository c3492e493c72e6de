import { type RawBuilder, sql } from 'kysely';
import { DAY_MS, HOUR_MS } from '../../../contract/limits.ts';
import { CONNECTION_STATUSES, type ProbeResult } from '../../../contract/shapes/mesh.ts';
import type { Database } from '../../database/database.ts';
import { addEncoded, type LatencyHistogram, percentileOf } from './latency-histogram.ts';
import { ALL_HOSTS, NODE_ITSELF } from './probe-spans.ts';
import type { ProbeQuery } from './probes.ts';
import type { RolledUpMs } from './span-rows.ts';

/** How long each status held, in milliseconds; the rest was not measured. */
export interface StatusTimes {
  readonly upMs: number;
  readonly lateMs: number;
  readonly downMs: number;
  readonly plannedMs: number;
  readonly affectedMs: number;
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
  db: Database,
  rolledUpMs: RolledUpMs,
  { platforms, from, to, slotMs }: SlotQuery,
): Promise<SlotTimes[]> {
  if (platforms.length === 0) return [];
  const start: RawBuilder<number> = sql`at - at % ${sql.lit(slotMs)}`;
  const rows = await db
    .selectFrom('probeSpans')
    .select(['platform', start.as('start')])
    .select(({ fn }) => [
      fn.sum<number>('upMs').as('upMs'),
      fn.sum<number>('lateMs').as('lateMs'),
      fn.sum<number>('downMs').as('downMs'),
      fn.sum<number>('plannedMs').as('plannedMs'),
      fn.sum<number>('affectedMs').as('affectedMs'),
      fn.min('latencyMin').as('latencyMin'),
      fn.max('latencyMax').as('latencyMax'),
    ])
    .select(HISTOGRAMS.as('histograms'))
    .where('platform', 'in', platforms)
    .where('spanMs', '=', rolledUpMs)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(['platform', start])
    .execute();
  return rows.map(({ start: at, ...row }) => ({ ...row, at }));
}

const HISTOGRAMS: RawBuilder<string> = sql`string_agg(latency_histogram, ' ')`;

/** As `StatusTimes`, and for how long no other node said anything. */
export interface TotalTimes extends StatusTimes {
  readonly aloneMs: number;
}

/**
 * Whole days are read as days, so that a month of many platforms takes few rows.
 *
 * @param period begins at an hour
 * @returns the times of the period, of each platform of which something was measured
 */
export async function totalTimes(
  db: Database,
  { platforms, from, to }: Omit<SlotQuery, 'slotMs'>,
): Promise<ReadonlyMap<string, TotalTimes>> {
  const firstDay = Math.min(to, Math.ceil(from / DAY_MS) * DAY_MS);
  const lastDay = Math.max(firstDay, to - (to % DAY_MS));
  const parts = [
    { spanMs: HOUR_MS, from, to: firstDay },
    { spanMs: DAY_MS, from: firstDay, to: lastDay },
    { spanMs: HOUR_MS, from: lastDay, to },
  ];
  const totals = new Map<string, TotalTimes>();
  for (const part of parts)
    for (const { platform, ...times } of await sumTimes(db, { platforms, ...part }))
      totals.set(platform, sumOf(times, totals.get(platform)));
  return totals;
}

const sumTimes = (
  db: Database,
  { platforms, spanMs, from, to }: Omit<SlotQuery, 'slotMs'> & { readonly spanMs: number },
) =>
  db
    .selectFrom('probeSpans')
    .select('platform')
    .select(({ fn }) => [
      fn.sum<number>('aloneMs').as('aloneMs'),
      fn.sum<number>('upMs').as('upMs'),
      fn.sum<number>('lateMs').as('lateMs'),
      fn.sum<number>('downMs').as('downMs'),
      fn.sum<number>('plannedMs').as('plannedMs'),
      fn.sum<number>('affectedMs').as('affectedMs'),
    ])
    .where('platform', 'in', platforms)
    .where('spanMs', '=', spanMs)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('platform')
    .execute();

const sumOf = (times: TotalTimes, more: TotalTimes | undefined): TotalTimes => ({
  aloneMs: times.aloneMs + (more?.aloneMs ?? 0),
  upMs: times.upMs + (more?.upMs ?? 0),
  lateMs: times.lateMs + (more?.lateMs ?? 0),
  downMs: times.downMs + (more?.downMs ?? 0),
  plannedMs: times.plannedMs + (more?.plannedMs ?? 0),
  affectedMs: times.affectedMs + (more?.affectedMs ?? 0),
});

/**
 * @param rolledUpMs of which spans the answer is made; `query.spanMs` is a multiple of it
 * @returns what was found in time, oldest first: for each platform and span the worst status and the median latency
 */
export async function spansSince(
  db: Database,
  rolledUpMs: RolledUpMs,
  { platform, since, spanMs, limit }: ProbeQuery & { readonly spanMs: number },
): Promise<ProbeResult[]> {
  const start: RawBuilder<number> = sql`at - at % ${sql.lit(spanMs)}`;
  let query = db
    .selectFrom('probeSpans')
    .select(['platform', start.as('start'), HISTOGRAMS.as('histograms')])
    .select(({ fn }) => [
      fn.max('worst').as('worst'),
      fn.min('latencyMin').as('latencyMin'),
      fn.max('latencyMax').as('latencyMax'),
    ])
    .where('spanMs', '=', rolledUpMs)
    .where('at', '>=', since - (since % rolledUpMs))
    .groupBy(['platform', start])
    .orderBy('start', 'desc')
    .orderBy('platform', 'desc')
    .limit(limit);
  query =
    platform === undefined
      ? query.where('platform', '!=', NODE_ITSELF).where('platform', 'not like', ALL_HOSTS)
      : query.where('platform', '=', platform);
  const rows = await query.execute();
  return rows.reverse().map((row) => ({
    platform: row.platform,
    at: row.start,
    status: CONNECTION_STATUSES[row.worst] ?? 'error',
    latencyMs: latenciesOf([row])(0.5),
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
