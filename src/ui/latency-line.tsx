import { memo } from 'react';
import { HEIGHT, latencyPath, SLOT } from './history-paths.ts';
import styles from './latency-line.module.css';

interface LatencyLineProps {
  /** Mean latency of each slot, oldest first; null where no probe was answered. */
  values: readonly (number | null)[];
  label: string;
}

/** How the latency went, from zero; broken where there was none. */
export const LatencyLine = memo(function LatencyLine({ values, label }: LatencyLineProps) {
  return (
    <svg
      className={styles.line}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${Math.max(values.length, 1) * SLOT} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      <path d={latencyPath(values)} />
    </svg>
  );
});
