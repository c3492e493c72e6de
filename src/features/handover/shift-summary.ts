import { INCIDENTS } from '../../../contract/limits.ts';
import type { Incident } from '../../../contract/shapes/incident.ts';
import type { HistorySlot, MeshHistory } from '../../../contract/shapes/mesh.ts';

/** What a platform, or all of them, had in a shift. Times in milliseconds. */
export interface ShiftTimes {
  readonly incidents: number;
  readonly down: number;
  readonly planned: number;
  readonly late: number;
}

export interface ShiftSummary {
  /** Epoch milliseconds. */
  readonly from: number;
  /** Up to when the times are counted; undefined: they are not known. */
  readonly to: number | undefined;
  /** More incidents are stored than this console has read. */
  readonly isAtLeast: boolean;
  readonly total: ShiftTimes;
  /** Milliseconds in which this node did not probe. */
  readonly notMeasured: number;
  /** By id; those without trouble are left out. */
  readonly platforms: ReadonlyMap<string, ShiftTimes>;
}

const NONE: ShiftTimes = { incidents: 0, down: 0, planned: 0, late: 0 };

/**
 * @param history of the last day; undefined: not known
 * @param since epoch milliseconds; with a history it is moved back to the start of its slot
 */
export function shiftSummary(
  incidents: readonly Incident[],
  history: MeshHistory | undefined,
  since: number,
): ShiftSummary {
  const first = history ? slotIndex(history, since) : 0;
  const from = history ? history.from + first * history.slotMs : since;
  const real = incidents.filter(({ drillUntil }) => drillUntil === null);
  const inShift = real.filter(({ endedAt }) => endedAt === null || endedAt >= from);
  const platforms = timesByPlatform(history, first, inShift);
  const ended = real.filter(({ endedAt }) => endedAt !== null);
  return {
    from,
    to: history && Math.max(from, history.to),
    isAtLeast:
      ended.length >= INCIDENTS.endedDefault && ended.every(({ startedAt }) => startedAt > from),
    total: [...platforms.values()].reduce(sum, NONE),
    notMeasured: notMeasuredIn((history?.node ?? history?.platforms[0])?.slots.slice(first) ?? []),
    platforms,
  };
}

function timesByPlatform(
  history: MeshHistory | undefined,
  first: number,
  incidents: readonly Incident[],
): Map<string, ShiftTimes> {
  const times = new Map<string, ShiftTimes>();
  const add = (platform: string, more: Partial<ShiftTimes>) =>
    times.set(platform, sum(times.get(platform) ?? NONE, more));
  for (const { platform, slots } of history?.platforms ?? [])
    for (const { down, late, planned = 0, affected = 0 } of slots.slice(first))
      if (down + late + planned > affected)
        add(platform, { down, late, planned: planned - affected });
  for (const { platform } of incidents) if (platform) add(platform, { incidents: 1 });
  return times;
}

function slotIndex({ from, slotMs }: MeshHistory, since: number): number {
  return Math.max(0, Math.floor((since - from) / slotMs));
}

const notMeasuredIn = (slots: readonly HistorySlot[]) =>
  slots.reduce((total, { notMeasured }) => total + notMeasured, 0);

function sum(one: ShiftTimes, more: Partial<ShiftTimes>): ShiftTimes {
  return {
    incidents: one.incidents + (more.incidents ?? 0),
    down: one.down + (more.down ?? 0),
    planned: one.planned + (more.planned ?? 0),
    late: one.late + (more.late ?? 0),
  };
}
