import { PLATFORM_RANGES, type PlatformRange } from '../../../contract/limits.ts';
import type { PlatformDetails, PlatformHistory, Uptime } from '../../../contract/shapes/mesh.ts';
import type { Database } from '../../database/database.ts';
import { readPlatformAnswer } from '../../database/platforms.ts';
import { listAbsences } from '../rows/absences.ts';
import {
  addEncoded,
  type LatencyHistogram,
  percentileOf,
  shareOver,
} from '../rows/latency-histogram.ts';
import { listKeys } from '../rows/peer-keys.ts';
import { NODE_ITSELF } from '../rows/probe-spans.ts';
import { lastProbes } from '../rows/probes.ts';
import { DAY_MS, HOUR_MS } from '../rows/span-rows.ts';
import { slotTimes, totalTimes } from '../rows/span-times.ts';
import {
  countedUntil,
  periodOf,
  rolledUpFor,
  shareOut,
  slotsOf,
  toLatencySlot,
} from './history-slots.ts';

interface HistoryOptions {
  /** Ids. */
  readonly platforms: readonly string[];
  readonly node: { readonly id: string };
  readonly now: number;
  /** No status holds longer than this without another round. */
  readonly gapMaxMs: number;
}

/** @returns one platform, or this node itself, over a range; undefined for any other id */
export async function readPlatformHistory(
  db: Database,
  { id, range }: { readonly id: string; readonly range: PlatformRange },
  { platforms, node, ...time }: HistoryOptions,
): Promise<PlatformHistory | undefined> {
  const isNode = id === node.id;
  if (!isNode && !platforms.includes(id)) return undefined;
  const to = await countedUntil(db, time);
  const period = periodOf(PLATFORM_RANGES[range], to);
  const times = await slotTimes(db, rolledUpFor(period.slotMs), {
    ...period,
    platforms: [isNode ? NODE_ITSELF : id],
  });
  return {
    ...period,
    slots: slotsOf(times, period, toLatencySlot),
    absences: await listAbsences(db, period),
  };
}

const PROBES_SHOWN = 20;
const KEYS_SHOWN = 10;

const DAY_HOURS = 24;
const UPTIME_HOURS = {
  '24h': DAY_HOURS,
  '7d': 7 * DAY_HOURS,
  '30d': 30 * DAY_HOURS,
  '90d': 90 * DAY_HOURS,
} as const;

interface PlatformToRead {
  readonly id: string;
  /** Where it is called. */
  readonly address: string | null;
  /** After which an answer is late. */
  readonly lateMs: number;
}

/** @returns undefined for any other id */
export async function readPlatformDetails(
  db: Database,
  { id, address, lateMs }: PlatformToRead,
  { platforms, ...time }: Omit<HistoryOptions, 'node'>,
): Promise<PlatformDetails | undefined> {
  if (!platforms.includes(id)) return undefined;
  const { version = null, clockOffsetMs = null } = (await readPlatformAnswer(db, id)) ?? {};
  const to = await countedUntil(db, time);
  const uptime: Uptime[] = [];
  for (const [range, hours] of Object.entries(UPTIME_HOURS))
    uptime.push(await readUptime(db, id, { range, hours, to }));
  return {
    id,
    address,
    version,
    clockOffsetMs,
    keys: await listKeys(db, id, KEYS_SHOWN),
    lateMs,
    ...(await readWeek(db, id, { lateMs, to })),
    uptime,
    probes: await lastProbes(db, id, PROBES_SHOWN),
  };
}

/** Fewer have no hundredth part. */
const ANSWERS_MIN = 100;

/** From days, so that few rows are read. */
async function readWeek(
  db: Database,
  platform: string,
  { lateMs, to }: { readonly lateMs: number; readonly to: number },
): Promise<Pick<PlatformDetails, 'week'>> {
  const { from } = periodOf({ slotMs: DAY_MS, slots: 7 }, to);
  const days = { platforms: [platform], from, to, slotMs: DAY_MS };
  const times = await slotTimes(db, DAY_MS, days);
  const histogram: LatencyHistogram = new Map();
  for (const { histograms } of times) addEncoded(histogram, histograms);
  const { total, late } = shareOver(histogram, lateMs);
  const p99Ms = percentileOf(histogram, 0.99);
  return p99Ms === null || total < ANSWERS_MIN ? {} : { week: { late, p99Ms } };
}

/** Counted in whole hours of the clock, of which the last one is as short as it is. */
async function readUptime(
  db: Database,
  platform: string,
  { range, hours, to }: { readonly range: string; readonly hours: number; readonly to: number },
): Promise<Uptime> {
  const { from } = periodOf({ slotMs: HOUR_MS, slots: hours }, to);
  const times = await totalTimes(db, HOUR_MS, { platform, from, to });
  const { aloneMs } = times;
  return { range, ...shareOut(times, to - from), ...(aloneMs > 0 && { alone: aloneMs }) };
}
