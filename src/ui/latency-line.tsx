import { memo } from 'react';
import styles from './latency-line.module.css';

const STEP = 10;
const HEIGHT = 30;
/** Room for half the line's width. */
const EDGE = 2;
/** Below this the line stays low: a few milliseconds more or less are no hills. */
const SCALE_MIN_MS = 80;

interface LatencyLineProps {
  /** Mean latency of each slot, oldest first; null where no probe was answered. */
  values: readonly (number | null)[];
  label: string;
}

/** How the latency went, from zero; broken where there was none. */
export const LatencyLine = memo(function LatencyLine({ values, label }: LatencyLineProps) {
  const scale = values.reduce<number>((most, ms) => Math.max(most, ms ?? 0), SCALE_MIN_MS);
  const y = (ms: number) => HEIGHT - EDGE - (ms / scale) * (HEIGHT - 2 * EDGE);
  let line = '';
  values.forEach((ms, index) => {
    if (ms === null) return;
    const isFirst = values[index - 1] === null || index === 0;
    const point = `${index * STEP + STEP / 2} ${y(ms).toFixed(1)}`;
    // A point alone is drawn as a dot: a line of no length with round ends.
    line += isFirst ? `M${point}h.01` : `L${point}`;
  });
  return (
    <svg
      className={styles.line}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(values.length, 1) * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {line ? <path d={line} /> : null}
    </svg>
  );
});
