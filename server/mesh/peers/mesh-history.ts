import { HISTORY_RANGES, type HistoryRange } from '../../../contract/limits.ts';
import type { MeshHistory } from '../../../contract/shapes/mesh.ts';
import type { Database } from '../../database/database.ts';
import { NODE_ITSELF } from '../rows/probe-spans.ts';
import { latenciesOf, type SlotTimes, slotTimes } from '../rows/span-times.ts';
import { countedUntil, periodOf, rolledUpFor, slotsOf, toHistorySlot } from './history-slots.ts';

interface MeshHistoryOptions {
  /** Ids, in the order of the answer. */
  readonly platforms: readonly string[];
  readonly node: { readonly id: string; readonly name: string };
  readonly now: number;
  /** No status holds longer than this without another round. */
  readonly gapMaxMs: number;
}

/** Of all platforms together: more cost the server, the line and the console more than they show. */
const SLOTS_MAX = 3600;
/** So many slots become one, where that is needed. All ranges can be divided by them. */
const JOINED = [1, 2, 3] as const;
const JOINED_MOST = 6;

function slotsFor(range: HistoryRange, platforms: number) {
  const { slotMs, slots } = HISTORY_RANGES[range];
  const joined = JOINED.find((n) => platforms * slots <= n * SLOTS_MAX) ?? JOINED_MOST;
  return { slotMs: slotMs * joined, slots: slots / joined };
}

/** @returns how long each platform was up, late, down, planned and not measured, in each slot of the range */
export async function readMeshHistory(
  db: Database,
  range: HistoryRange,
  { platforms, node, ...time }: MeshHistoryOptions,
): Promise<MeshHistory> {
  const period = periodOf(slotsFor(range, platforms.length), await countedUntil(db, time));
  const times = await slotTimes(db, rolledUpFor(period.slotMs), {
    ...period,
    platforms: [...platforms, NODE_ITSELF],
  });
  const timesOf = new Map<string, SlotTimes[]>([...platforms, NODE_ITSELF].map((id) => [id, []]));
  for (const one of times) timesOf.get(one.platform)?.push(one);
  const slots = (platform: string) => slotsOf(timesOf.get(platform) ?? [], period, toHistorySlot);
  return {
    ...period,
    platforms: platforms.map((platform) => {
      const latencies = latenciesOf(timesOf.get(platform) ?? []);
      return {
        platform,
        slots: slots(platform),
        medianMs: latencies(0.5),
        p95Ms: latencies(0.95),
      };
    }),
    node: { id: node.id, name: node.name, slots: slots(NODE_ITSELF) },
  };
}
