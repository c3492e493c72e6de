import { HISTORY_RANGES, type HistoryRange } from '../../../contract/limits.ts';
import type {
  HistorySlot,
  MeshHistory,
  PlatformAvailability,
  ProbeResult,
} from '../../../contract/shapes/mesh.ts';
import type { Database, Tx } from '../../store/database.ts';
import {
  dropSpans,
  HOUR_MS,
  MINUTE_MS,
  spansSince,
  type TimeSpan,
  timesSince,
} from '../../store/probe-spans.ts';
import { dropProbes, lastProbeAt, probesSince } from '../../store/probes.ts';

/** Far above what an hour holds at the shortest interval that makes sense. */
const PROBES_MAX = 50_000;

interface MeshHistoryOptions {
  /** Ids, in the order of the answer. */
  readonly platforms: readonly string[];
  readonly now: number;
  /** No status holds longer than this without another probe: see `createProbeRound`. */
  readonly gapMaxMs: number;
}

/** @returns how long each platform was up, late, down and not measured, in each slot of the range */
export async function readMeshHistory(
  db: Database,
  range: HistoryRange,
  { platforms, now, gapMaxMs }: MeshHistoryOptions,
): Promise<MeshHistory> {
  const { slotMs, slots } = HISTORY_RANGES[range];
  const lastAt = platforms[0] === undefined ? undefined : await lastProbeAt(db, platforms[0]);
  // What holds since the last probe is counted by the next one. It is not yet, rather than not, measured.
  const to = lastAt !== undefined && lastAt <= now && now - lastAt <= gapMaxMs ? lastAt : now;
  const from = Math.ceil(to / slotMs) * slotMs - slots * slotMs;
  const period = { from, to, slotMs };
  const spans = await timesSince(db, slotMs < HOUR_MS ? MINUTE_MS : HOUR_MS, {
    platforms,
    since: from,
  });
  const latencies = range === '1h' ? await probeLatencies(db, from) : meanLatencies(spans);
  return {
    ...period,
    platforms: platforms.map((platform) => ({
      platform,
      slots: countSlots(
        spans.filter((span) => span.platform === platform),
        period,
      ),
      ...percentilesOf(latencies.get(platform) ?? []),
    })),
  };
}

interface Period {
  readonly from: number;
  readonly to: number;
  readonly slotMs: number;
}

/**
 * @param spans of one platform
 * @returns the slots of the period, oldest first; the four times of each add up to its length
 */
export function countSlots(
  spans: readonly TimeSpan[],
  { from, to, slotMs }: Period,
): HistorySlot[] {
  const bySlot = new Map<number, TimeSpan[]>();
  for (const span of spans) {
    const start = span.at - (span.at % slotMs);
    bySlot.set(start, [...(bySlot.get(start) ?? []), span]);
  }
  const slots: HistorySlot[] = [];
  for (let start = from; start < to; start += slotMs)
    slots.push(toSlot(bySlot.get(start) ?? [], Math.min(slotMs, to - start)));
  return slots;
}

/** A clock that was set back counts some time twice: what does not fit is dropped, answered probes first. */
function toSlot(spans: readonly TimeSpan[], lengthMs: number): HistorySlot {
  const sumOf = (of: (span: TimeSpan) => number) => spans.reduce((sum, span) => sum + of(span), 0);
  const down = Math.min(
    sumOf(({ downMs }) => downMs),
    lengthMs,
  );
  const late = Math.min(
    sumOf(({ lateMs }) => lateMs),
    lengthMs - down,
  );
  const up = Math.min(
    sumOf(({ upMs }) => upMs),
    lengthMs - down - late,
  );
  const answered = sumOf((span) => span.answered);
  const latencyMs = answered === 0 ? null : sumOf(({ latencySum }) => latencySum) / answered;
  return { up, late, down, notMeasured: lengthMs - up - late - down, latencyMs: tenth(latencyMs) };
}

async function probeLatencies(db: Database, since: number): Promise<Map<string, number[]>> {
  const latencies = new Map<string, number[]>();
  for (const { platform, latencyMs } of await probesSince(db, {
    since,
    spanMs: 0,
    limit: PROBES_MAX,
  }))
    if (latencyMs !== null) addTo(latencies, platform, latencyMs);
  return latencies;
}

function meanLatencies(spans: readonly TimeSpan[]): Map<string, number[]> {
  const latencies = new Map<string, number[]>();
  for (const { platform, answered, latencySum } of spans)
    if (answered > 0) addTo(latencies, platform, latencySum / answered);
  return latencies;
}

function addTo(lists: Map<string, number[]>, name: string, value: number): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}

/** By the nearest rank. */
function percentilesOf(values: number[]): Pick<PlatformAvailability, 'medianMs' | 'p95Ms'> {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number) => tenth(sorted[Math.ceil(share * sorted.length) - 1] ?? null);
  return { medianMs: at(0.5), p95Ms: at(0.95) };
}

const tenth = (ms: number | null) => (ms === null ? null : Math.round(ms * 10) / 10);

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
