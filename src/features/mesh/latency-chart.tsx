import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { latencyText } from '../../shared/format.ts';
import { clockText } from '../../shared/moment.ts';
import styles from './latency-chart.module.css';

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

const HEIGHT_PX = 160;
export const SECOND_MS = 1000;

/** Colours are read as the page has them now: a canvas knows no variables. */
function chartOptions(element: HTMLElement): UPlot.Options {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const axis: UPlot.Axis = {
    stroke: colour('--mantine-color-dimmed'),
    grid: { stroke: colour('--mantine-color-default-border'), width: 1 },
    ticks: { show: false },
    font: `12px ${style.fontFamily}`,
  };
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    cursor: { y: false, drag: { x: false, y: false } },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(max * 1.1, 50)] } },
    axes: [
      { ...axis, values: (_plot, times) => times.map(axisTime) },
      { ...axis, size: 56, values: (_plot, values) => values.map((ms) => `${ms} ms`) },
    ],
    series: [
      { label: 'Time', value: (_plot, at) => (at === null ? '—' : clock(at)) },
      {
        label: 'Latency',
        stroke: colour('--mantine-color-brand-text'),
        width: 1.5,
        value: (_plot, ms) => latencyText(ms),
        points: { size: 4 },
      },
    ],
  };
}

const clock = (seconds: number) => clockText(seconds * SECOND_MS, Date.now());

/** @returns the time of day, or the day at its beginning */
function axisTime(seconds: number): string {
  const at = new Date(seconds * SECOND_MS);
  const isMidnight = at.getHours() === 0 && at.getMinutes() === 0;
  return at.toLocaleString(
    undefined,
    isMidnight
      ? { day: 'numeric', month: 'short' }
      : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  );
}
