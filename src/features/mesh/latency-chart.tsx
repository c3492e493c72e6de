import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import styles from './latency-chart.module.css';
import { chartOptions, HEIGHT_PX, SECOND_MS } from './latency-chart-options.ts';

interface LatencyChartProps {
  /** Epoch milliseconds of the first value. */
  from: number;
  stepMs: number;
  /** Mean latency of each step; null where no probe was answered. */
  values: readonly (number | null)[];
  /** What the chart says, for those who do not see it. */
  label: string;
}

/** The latency over time; pointing at it reads off time and value. */
export function LatencyChart({ from, stepMs, values, label }: LatencyChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    element.dataset.scheme = scheme;
    const times = values.map((_, index) => (from + index * stepMs) / SECOND_MS);
    const plot = new UPlot(chartOptions(element), [times, [...values]], element);
    const resized = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: HEIGHT_PX }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [from, stepMs, values, scheme]);
  return <div ref={box} className={styles.chart} role="img" aria-label={label} />;
}
