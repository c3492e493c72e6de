import type { CSSProperties, PointerEvent } from 'react';
import type { SlotTimes } from '../../domain/availability.ts';
import { AvailabilityBars } from '../../ui/availability-bars.tsx';
import styles from './platform-screen.module.css';
import { type Day, spanText } from './ranges.ts';

interface DayBarsProps {
  days: readonly Day[];
  /** What the bars say together. */
  label: string;
  /** Index of a day; undefined: none. */
  chosen: number | undefined;
  onChoose: (index: number) => void;
  faded: boolean;
  describe: (times: SlotTimes) => string;
  now: number;
}

/** Bars of days, over which a slider lies: its thumb is as wide as a bar. A finger and the arrow keys choose a day. */
export function DayBars({ days, label, chosen, onChoose, faded, describe, now }: DayBarsProps) {
  const last = days.length - 1;
  const day = days[chosen ?? last];
  const chooseAt = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / width) * days.length);
    onChoose(Math.min(Math.max(index, 0), last));
  };
  return (
    <div className={styles.days} style={{ '--days': days.length } as CSSProperties}>
      <AvailabilityBars slots={days.map(({ times }) => times)} label={label} faded={faded} />
      <input
        type="range"
        className={styles.slider}
        aria-label="Day"
        aria-valuetext={day && `${spanText(day, now)}: ${describe(day.times)}`}
        min={0}
        max={last}
        value={chosen ?? last}
        data-chosen={chosen !== undefined || undefined}
        onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
        onPointerUp={chooseAt}
        onFocus={({ currentTarget }) => onChoose(Number(currentTarget.value))}
      />
    </div>
  );
}
