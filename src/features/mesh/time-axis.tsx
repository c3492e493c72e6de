import { type CSSProperties, useMemo } from 'react';
import type { MeshHistory } from '../../../contract/shapes/mesh.ts';
import { timeTicks } from '../../domain/time-ticks.ts';
import styles from './platforms-panel.module.css';

/** The one time axis of a table of bars. */
interface Axis {
  /** How many slots the bars have. */
  readonly slots: number;
  /** Where its lines stand, in slots from the first, and what is written above them. */
  readonly lines: readonly number[];
  readonly texts: readonly string[];
}

const NO_AXIS: Axis = { slots: 0, lines: [], texts: [] };
/** Closer to an end a time would run out of the axis, or into its end's word. */
const ROOM = { start: 0.06, end: 0.86 };

/** @param first the slot from which bars are drawn */
export function useTimeAxis(history: MeshHistory | undefined, first: number): Axis {
  return useMemo(() => {
    if (!history) return NO_AXIS;
    const { to, slotMs, platforms } = history;
    const from = history.from + first * slotMs;
    const ticks = timeTicks(from, to);
    return {
      slots: (platforms[0]?.slots.length ?? 0) - first,
      lines: ticks.map(({ at }) => (at - from) / slotMs),
      texts: ticks.map(({ text }) => text),
    };
  }, [history, first]);
}

interface TimeAxisProps {
  axis: Axis;
  /** Whether its end is the present. */
  isNow: boolean;
}

/** The times above the bars. */
export function TimeAxis({ axis: { slots, lines, texts }, isNow }: TimeAxisProps) {
  return (
    <span className={styles.axis} style={{ '--slots': slots } as CSSProperties}>
      {lines.map((line, index) =>
        line > slots * ROOM.start && line < slots * ROOM.end ? (
          <span key={line} style={{ insetInlineStart: `${(line / slots) * 100}%` }}>
            {texts[index]}
          </span>
        ) : null,
      )}
      {isNow && slots > 0 ? <span className={styles.now}>now</span> : null}
    </span>
  );
}
