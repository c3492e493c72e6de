import { isMeasured, type SlotTimes } from '../domain/availability.ts';

/** The drawing's own units: each slot is 10 wide. */
export const SLOT = 10;
export const HEIGHT = 30;
/** Trouble of a few seconds must not vanish in a slot of a day. */
const SEEN_MIN = 7;
/** A bar without trouble is shorter, so that trouble shows without colour. */
const TOP = { up: 7, late: 3, down: 0 } as const;

export const STATES = ['up', 'planned', 'notMeasured', 'late', 'down'] as const;
type State = (typeof STATES)[number];

/** @returns a path of vertical lines for each state; before the first measurement there are none */
export function barPaths(slots: readonly SlotTimes[]): Record<State, string> {
  const paths: Record<State, string> = { up: '', planned: '', notMeasured: '', late: '', down: '' };
  const first = slots.findIndex(isMeasured);
  slots.forEach((slot, index) => {
    if (first < 0 || index < first) return;
    const x = index * SLOT + SLOT / 2;
    let y = HEIGHT;
    for (const { state, height } of partsOf(slot)) {
      paths[state] += `M${x} ${round(y)}V${round(y - height)}`;
      y -= height;
    }
  });
  return paths;
}

/** @returns the parts of one bar, from its foot up */
function partsOf(slot: SlotTimes): { state: State; height: number }[] {
  const length = STATES.reduce((sum, state) => sum + (slot[state] ?? 0), 0);
  if (length === 0) return [];
  const top = slot.down > 0 ? TOP.down : slot.late > 0 ? TOP.late : TOP.up;
  const height = HEIGHT - top;
  const shares = STATES.map((state) => {
    const share = ((slot[state] ?? 0) / length) * height;
    const isTrouble = state === 'down' || state === 'late';
    // What little is known of a slot must not vanish in it either.
    const isSeen = isTrouble || (state === 'up' && slot.down + slot.late === 0);
    return { state, height: isSeen && share > 0 ? Math.max(share, SEEN_MIN) : share };
  });
  const sum = shares.reduce((total, part) => total + part.height, 0);
  return shares
    .filter((part) => part.height > 0)
    .map(({ state, height: own }) => ({ state, height: (own / sum) * height }));
}

/** Room for half the line's width. */
const EDGE = 2;
/** Below this the line stays low: a few milliseconds more or less are no hills. */
const SCALE_MIN_MS = 80;

/** @returns up to where the scale of such latencies goes */
export const latencyScale = (values: readonly (number | null)[]): number =>
  values.reduce<number>((most, ms) => Math.max(most, ms ?? 0), SCALE_MIN_MS);

/**
 * @param values latency of each slot; null where no probe was answered
 * @returns a line from zero to the scale's end, broken where there is none
 */
export function latencyPath(values: readonly (number | null)[], scale: number): string {
  const y = (ms: number) => HEIGHT - EDGE - (ms / scale) * (HEIGHT - 2 * EDGE);
  let line = '';
  values.forEach((ms, index) => {
    if (ms === null) return;
    const isFirst = values[index - 1] === null || index === 0;
    const point = `${index * SLOT + SLOT / 2} ${y(ms).toFixed(1)}`;
    // A point alone is drawn as a dot: a line of no length with round ends.
    line += isFirst ? `M${point}h.01` : `L${point}`;
  });
  return line;
}

const round = (value: number) => Math.round(value * 10) / 10;
