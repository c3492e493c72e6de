import { type CSSProperties, memo, type PointerEvent } from 'react';
import type { SlotTimes } from '../domain/availability.ts';
import styles from './availability-bars.module.css';
import { barPaths, HEIGHT, SLOT, STATES } from './history-paths.ts';

interface AvailabilityBarsProps {
  /** Oldest first. */
  slots: readonly SlotTimes[];
  className?: string | undefined;
  /** What the bars say, for those who do not see them. */
  label: string;
  /** Too old to be taken for the present. */
  faded?: boolean;
  /** Called with the index of the slot under the pointer; undefined: none. */
  onPoint?: ((slot: number | undefined) => void) | undefined;
}

/** Distinguished without colours: up and down are whole, down reaches to the top, the others are striped. */
const STRIPES: Partial<Record<(typeof STATES)[number], string>> = {
  late: '5 1',
  planned: '3 2',
  notMeasured: '1.5 2.5',
};

/** A bar for each slot of the history: up, slow, down, down in maintenance, and not measured. */
export const AvailabilityBars = memo(function AvailabilityBars(props: AvailabilityBarsProps) {
  const { slots, label, faded = false, onPoint, className = '' } = props;
  const paths = barPaths(slots);
  const pointAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const slot = Math.floor(((clientX - left) / width) * slots.length);
    onPoint?.(Math.min(Math.max(slot, 0), slots.length - 1));
  };
  return (
    <div
      className={`${styles.bars} ${className}`}
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
              strokeDasharray={STRIPES[state]}
            />
          ) : null,
        )}
      </svg>
    </div>
  );
});
