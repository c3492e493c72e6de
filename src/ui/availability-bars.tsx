import { type CSSProperties, memo, type PointerEvent } from 'react';
import type { HistorySlot } from '../../contract/shapes/mesh.ts';
import styles from './availability-bars.module.css';
import { barPaths, HEIGHT, SLOT, STATES } from './history-paths.ts';

interface AvailabilityBarsProps {
  /** Oldest first. */
  slots: readonly HistorySlot[];
  /** What the bars say, for those who do not see them. */
  label: string;
  /** Too old to be taken for the present. */
  faded?: boolean;
  /** Called with the index of the slot under the pointer; undefined: none. */
  onPoint?: ((slot: number | undefined) => void) | undefined;
}

/** A bar for each slot of the history: up, slow, down, and hatched where nothing was measured. */
export const AvailabilityBars = memo(function AvailabilityBars(props: AvailabilityBarsProps) {
  const { slots, label, faded = false, onPoint } = props;
  const paths = barPaths(slots);
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const slot = Math.floor(((clientX - left) / width) * slots.length);
    onPoint?.(Math.min(Math.max(slot, 0), slots.length - 1));
  };
  return (
    <div
      className={styles.bars}
      data-faded={faded || undefined}
      style={{ '--slots': slots.length } as CSSProperties}
      onPointerMove={onPoint && pointAt}
      onPointerLeave={onPoint && (() => onPoint(undefined))}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${Math.max(slots.length, 1) * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {STATES.map((state) =>
          paths[state] ? (
            <path
              key={state}
              d={paths[state]}
              stroke={`var(--${state})`}
              strokeDasharray={state === 'notMeasured' ? '1.5 2.5' : undefined}
            />
          ) : null,
        )}
      </svg>
    </div>
  );
});
