import { memo } from 'react';
import { latencyText } from '../domain/format.ts';
import { HEIGHT, latencyPath, latencyScale, SLOT } from './history-paths.ts';
import styles from './latency-line.module.css';
import { type OnSlot, slotStrip } from './slot-strip.ts';

interface LatencyLineProps {
  /** Mean latency of each slot, oldest first; null where no probe was answered. */
  values: readonly (number | null)[];
  label: string;
  className?: string | undefined;
  onPoint?: OnSlot | undefined;
}

/** How the latency went, from zero to the scale's end, which it names; broken where there was none. */
export const LatencyLine = memo(function LatencyLine(props: LatencyLineProps) {
  const { values, label, className = '', onPoint } = props;
  const scale = latencyScale(values);
  return (
    <div
      {...slotStrip(values.length, onPoint, `${styles.line} ${className}`)}
      data-scale={latencyText(scale)}
    >
      <svg
        role="img"
        aria-label={`${label}, up to ${latencyText(scale)}`}
        viewBox={`0 0 ${Math.max(values.length, 1) * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path d={latencyPath(values, scale)} />
      </svg>
    </div>
  );
});
