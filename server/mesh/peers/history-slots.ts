import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/limits.ts';
import type { HistorySlot, LatencySlot } from '../../../contract/shapes/mesh.ts';
import type { MeshConfig } from '../../config/mesh-config.ts';
import type { Database } from '../../database/database.ts';
import { lastRoundAt } from '../rows/probes.ts';
import type { RolledUpMs } from '../rows/span-rows.ts';
import { latenciesOf, type SlotTimes, type StatusTimes } from '../rows/span-times.ts';

/** The period that a history covers, cut into slots. */
export interface Period {
  /** Epoch milliseconds; start of the first slot, at a multiple of its length. */
  readonly from: number;
  /** It lies in the last slot, which is as short as that. */
  readonly to: number;
  readonly slotMs: number;
}

/** After this many missed rounds, each with its slowest probe, time counts as not measured. */
const GAP_MAX_ROUNDS = 3;

export const gapMaxMsOf = ({ intervalSec, timeoutMs }: MeshConfig['probe']): number =>
  GAP_MAX_ROUNDS * (intervalSec * 1000 + timeoutMs);

/** @returns so many slots that end at `to` */
export function periodOf(
  { slotMs, slots }: { readonly slotMs: number; readonly slots: number },
  to: number,
): Period {
  return { from: Math.ceil(to / slotMs) * slotMs - slots * slotMs, to, slotMs };
}

/** @returns the longest spans that slots of this length can be made of */
export const rolledUpFor = (slotMs: number): RolledUpMs =>
  slotMs < HOUR_MS ? MINUTE_MS : slotMs < DAY_MS ? HOUR_MS : DAY_MS;

/**
 * What holds since the last round is counted by the next one. It is not yet, rather than not, measured.
 *
 * @param gapMaxMs no status holds longer than this without another round: see `createProbeRound`
 * @returns up to when time is counted
 */
export async function countedUntil(
  db: Database,
  { now, gapMaxMs }: { readonly now: number; readonly gapMaxMs: number },
): Promise<number> {
  const lastAt = await lastRoundAt(db);
  return lastAt !== undefined && lastAt <= now && now - lastAt <= gapMaxMs ? lastAt : now;
}

type CountedTimes = Pick<LatencySlot, 'up' | 'late' | 'down' | 'affected' | 'notMeasured'> & {
  planned: number;
};

/**
 * Shares a time out: the five without `affected` together are exactly as long as it. More than that was counted where the clock was set
 * back over the end of a period; what does not fit is dropped, answered probes first.
 */
export function shareOut(times: StatusTimes | undefined, lengthMs: number): CountedTimes {
  let left = lengthMs;
  const take = (ms = 0) => {
    const taken = Math.min(ms, left);
    left -= taken;
    return taken;
  };
  const down = take(times?.downMs);
  const affected = take(times?.affectedMs);
  const planned = affected + take(times?.plannedMs);
  const late = take(times?.lateMs);
  const up = take(times?.upMs);
  return { up, late, down, planned, ...(affected > 0 && { affected }), notMeasured: left };
}

/**
 * @param times of one platform
 * @param toSlot makes a slot of the times in it, if something was measured, and its length
 * @returns the slots of the period, oldest first
 */
export function slotsOf<Slot>(
  times: readonly SlotTimes[],
  { from, to, slotMs }: Period,
  toSlot: (times: SlotTimes | undefined, lengthMs: number) => Slot,
): Slot[] {
  const byStart = new Map(times.map((one) => [one.at, one]));
  const slots: Slot[] = [];
  for (let start = from; start < to; start += slotMs)
    slots.push(toSlot(byStart.get(start), Math.min(slotMs, to - start)));
  return slots;
}

export const toHistorySlot = (times: SlotTimes | undefined, lengthMs: number): HistorySlot => ({
  ...shareOut(times, lengthMs),
  latencyMs: times === undefined ? null : latenciesOf([times])(0.5),
});

export const toLatencySlot = (times: SlotTimes | undefined, lengthMs: number): LatencySlot => ({
  ...toHistorySlot(times, lengthMs),
  minMs: times?.latencyMin ?? null,
  maxMs: times?.latencyMax ?? null,
});
