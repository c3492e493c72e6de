import type UPlot from 'uplot';
import type { PlatformHistory } from '../../../contract/shapes/mesh.ts';
import { latencyText } from '../../domain/format.ts';
import { timeText } from '../../domain/moment.ts';

const HEIGHT_PX = 220;
/** What stands beside the plot; bars below it are as wide as it (`platform-screen.module.css`). */
const SIDE_PX = { left: 60, right: 16 };
const SECOND_MS = 1000;
const DAY_SEC = 86_400;
/** Of what is drawn: its values, in words, and below what the line stays low. */
export interface PlotUnit {
  text(value: number): string;
  readonly least: number;
}
/** A few milliseconds more or less are no hills. */
const LATENCY: PlotUnit = { text: latencyText, least: 50 };

/** @returns times, then the most, the least and the median of each slot; a slot stands at its middle */
export function latencyData({ from, to, slotMs, slots }: PlatformHistory): UPlot.AlignedData {
  const middle = (index: number) => {
    const start = from + index * slotMs;
    return (start + Math.max(Math.min(start + slotMs, to), start)) / 2 / SECOND_MS;
  };
  return [
    slots.map((_, index) => middle(index)),
    slots.map(({ maxMs }) => maxMs),
    slots.map(({ minMs }) => minMs),
    slots.map(({ latencyMs }) => latencyMs),
  ];
}

/** Whole slots, as bars below have them. */
const rangeOf = ({ from, slotMs, slots }: PlatformHistory): [number, number] => [
  from / SECOND_MS,
  (from + slots.length * slotMs) / SECOND_MS,
];

/**
 * @param shown the history that is drawn
 * @param onPoint called with the index of the slot under the cursor; undefined: none
 */
export function plotOptions(
  element: HTMLElement,
  shown: () => PlatformHistory,
  onPoint: (slot: number | undefined) => void,
  unit: PlotUnit = LATENCY,
): UPlot.Options {
  const colour = colours(element);
  const band = colour('brand-text', 25);
  const axis: UPlot.Axis = {
    stroke: colour('dimmed'),
    grid: { stroke: colour('default-border'), width: 1 },
    ticks: { show: false },
    font: `12px ${getComputedStyle(element).fontFamily}`,
  };
  const edge: UPlot.Series = { stroke: band, width: 1, points: { show: false } };
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    padding: [null, SIDE_PX.right, null, null],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { one: true, size: 8 } },
    scales: {
      x: { range: () => rangeOf(shown()) },
      y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, unit.least)] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        values: (_plot, times, _axis, _space, step) => times.map((at) => axisTime(at, step)),
      },
      { ...axis, size: SIDE_PX.left, values: (_plot, values) => values.map(unit.text) },
    ],
    series: [
      {},
      edge,
      edge,
      {
        stroke: colour('brand-text'),
        width: 1.5,
        // A line needs two points: one that stands alone is a dot.
        points: { show: true, size: 4, filter: (plot) => lonely(plot.data[3] ?? []) },
      },
    ],
    bands: [{ series: [1, 2], fill: band }],
    hooks: {
      init: [({ over }) => followFinger(over)],
      draw: [(plot) => drawLonelyBands(plot, band)],
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)],
    },
  };

  /** uPlot follows a mouse; a finger is one while it is on the chart. */
  function followFinger(over: HTMLElement): void {
    for (const type of ['pointerdown', 'pointermove'] as const)
      over.addEventListener(type, ({ pointerType, clientX, clientY }) => {
        if (pointerType === 'mouse') return;
        over.dispatchEvent(new MouseEvent('mousemove', { clientX, clientY, bubbles: true }));
      });
  }
}

/** A canvas knows no variables: colours are read as the page has them now. */
function colours(element: HTMLElement): (name: string, percent?: number) => string {
  const style = getComputedStyle(element);
  const isForced = matchMedia('(forced-colors: active)').matches;
  return (name, percent = 100) => {
    const whole = isForced
      ? 'CanvasText'
      : style.getPropertyValue(`--mantine-color-${name}`).trim();
    return percent === 100 ? whole : `color-mix(in srgb, ${whole} ${percent}%, transparent)`;
  };
}

function lonely(values: ArrayLike<number | null | undefined>): number[] {
  return Array.from(values).flatMap((value, index, all) => {
    const isAlone = value != null && all[index - 1] == null && all[index + 1] == null;
    return isAlone ? index : [];
  });
}

function drawLonelyBands({ ctx, data, valToPos }: UPlot, fill: string): void {
  const [times, most = [], least = []] = data;
  ctx.fillStyle = fill;
  for (const index of lonely(most)) {
    const x = valToPos(times[index] ?? 0, 'x', true);
    const top = valToPos(most[index] ?? 0, 'y', true);
    const width = 4 * devicePixelRatio;
    ctx.fillRect(x - width / 2, top, width, valToPos(least[index] ?? 0, 'y', true) - top);
  }
}

const dayAndMonth = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });

/** @returns the time of day, or the day where the axis has only those or at its beginning */
function axisTime(seconds: number, step: number): string {
  const at = new Date(seconds * SECOND_MS);
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  return isMidnight || step >= DAY_SEC ? dayAndMonth.format(at) : timeText(at.getTime());
}
