import { setImmediate } from 'node:timers/promises';
import { DAY_MS, HOUR_MS, PLATFORM_RANGES, type PlatformRange } from '../../../contract/limits.ts';
import type { PlatformDetails, PlatformHistory, Uptime } from '../../../contract/shapes/mesh.ts';
import type { Database } from '../../database/database.ts';
import { readPlatformAnswer } from '../../platforms/rows/states.ts';
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
  /** After which an answer is late; undefined: none is, as of a job. */
  readonly lateMs: number | undefined;
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
    ...(lateMs !== undefined && { lateMs, ...(await readWeek(db, id, { lateMs, to })) }),
    uptime,
    probes: await lastProbes(db, id, PROBES_SHOWN, time.now),
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
  const times = (await totalTimes(db, { platforms: [platform], from, to })).get(platform);
  const { aloneMs = 0 } = times ?? {};
  return { range, ...shareOut(times, to - from), ...(aloneMs > 0 && { alone: aloneMs }) };
}

/** Of so many platforms at a time, so that other work goes on in between. */
const PLATFORMS_A_READ = 100;

/** @returns the share of the measured time in which each platform answered, of those of which something was measured */
export async function readUptimeRatios(
  db: Database,
  range: keyof typeof UPTIME_HOURS,
  { platforms, ...time }: Omit<HistoryOptions, 'node'>,
): Promise<ReadonlyMap<string, number>> {
  const to = await countedUntil(db, time);
  const { from } = periodOf({ slotMs: HOUR_MS, slots: UPTIME_HOURS[range] }, to);
  const ratios = new Map<string, number>();
  for (let first = 0; first < platforms.length; first += PLATFORMS_A_READ) {
    const some = platforms.slice(first, first + PLATFORMS_A_READ);
    for (const [id, times] of await totalTimes(db, { platforms: some, from, to })) {
      const { up, late, down } = shareOut(times, to - from);
      if (up + late + down > 0) ratios.set(id, (up + late) / (up + late + down));
    }
    await setImmediate();
  }
  return ratios;
}
