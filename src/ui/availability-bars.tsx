import { memo } from 'react';
import type { SlotTimes } from '../domain/availability.ts';
import styles from './availability-bars.module.css';
import { barPaths, HEIGHT, SLOT, STATES } from './history-paths.ts';
import { type OnSlot, slotStrip } from './slot-strip.ts';

interface AvailabilityBarsProps {
  /** Oldest first. */
  slots: readonly SlotTimes[];
  className?: string | undefined;
  /** What the bars say, for those who do not see them. */
  label: string;
  /** Too old to be taken for the present. */
  faded?: boolean;
  /** Where lines stand that all rows of a table share, in slots from the first. */
  ticks?: readonly number[] | undefined;
  onPoint?: OnSlot | undefined;
}

/**
 * Distinguished without colours: up and down are whole, down reaches to the top, slow and maintenance are striped, and what was
 * not measured is pale.
 */
const STRIPES: Partial<Record<(typeof STATES)[number], string>> = { late: '5 1', planned: '3 2' };

/** A bar for each slot of the history: up, slow, down, down in maintenance, and not measured. */
export const AvailabilityBars = memo(function AvailabilityBars(props: AvailabilityBarsProps) {
  const { slots, label, faded = false, ticks, onPoint, className = '' } = props;
  const paths = barPaths(slots);
  return (
    <div
      {...slotStrip(slots.length, onPoint, `${styles.bars} ${className}`)}
      data-faded={faded || undefined}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${Math.max(slots.length, 1) * SLOT} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {ticks ? (
          <path className={styles.ticks} d={ticks.map((at) => `M${at * SLOT} -15V45`).join('')} />
        ) : null}
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
