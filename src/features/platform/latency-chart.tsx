import { useComputedColorScheme } from '@mantine/core';
import { type CSSProperties, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { PlatformHistory } from '../../../contract/shapes/mesh.ts';
import { timesText, totalTimes } from '../../domain/availability.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import type { OnSlot } from '../../ui/slot-strip.ts';
import { latencyData, type PlotUnit, plotOptions } from './latency-plot.ts';
import styles from './platform-screen.module.css';

interface LatencyChartProps {
  history: PlatformHistory;
  /** What the chart says, for those who do not see it. */
  label: string;
  /** Index of the slot that is read off; undefined: none. */
  pointed: number | undefined;
  onPoint: OnSlot;
  /** What there is to say of a slot. */
  describe: (slot: number) => string;
  /** Of other values than latencies, which say nothing of what the platform was. */
  unit?: PlotUnit;
}

/**
 * The median latency over a band from the least to the most, above bars of what the platform was; pointer, finger and arrow keys
 * read off a slot of both.
 */
export function LatencyChart(props: LatencyChartProps) {
  const { history, label, pointed, onPoint, describe, unit } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const shown = useRef(history);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.dataset.scheme = scheme;
    const made = new UPlot(
      plotOptions(element, () => shown.current, onPoint, unit),
      latencyData(shown.current),
      element,
    );
    plot.current = made;
    const resized = new ResizeObserver(() =>
      made.setSize({ width: element.clientWidth, height: made.height }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
      plot.current = null;
    };
  }, [scheme, onPoint, unit]);
  // Before it is painted, so that the words around it and the chart are of one history.
  useLayoutEffect(() => {
    if (shown.current === history) return;
    shown.current = history;
    plot.current?.setData(latencyData(history));
  }, [history]);

  const last = history.slots.length - 1;
  const slot = Math.min(pointed ?? last, last);
  const pointBar = useCallback<OnSlot>((bar) => pointAt(plot.current, bar), []);
  return (
    <div className={styles.chart} style={{ '--pointed': pointed } as CSSProperties}>
      <div ref={box} role="img" aria-label={label} />
      {unit ? null : (
        <AvailabilityBars
          className={styles.below}
          slots={history.slots}
          label={timesText(totalTimes(history.slots))}
          onPoint={pointBar}
        />
      )}
      <input
        type="range"
        className={styles.keys}
        aria-label={unit ? 'Read off the values' : 'Read off the latency'}
        aria-valuetext={describe(slot)}
        min={0}
        max={last}
        value={slot}
        onChange={({ currentTarget }) => pointAt(plot.current, Number(currentTarget.value))}
        onFocus={() => pointAt(plot.current, slot)}
        onBlur={() => pointAt(plot.current, undefined)}
      />
    </div>
  );
}

/** Moves the cursor, which reports the slot that it is on. */
function pointAt(plot: UPlot | null, slot: number | undefined): void {
  const at = slot === undefined ? undefined : plot?.data[0][slot];
  plot?.setCursor({ left: at === undefined ? -10 : plot.valToPos(at, 'x'), top: 0 });
}
