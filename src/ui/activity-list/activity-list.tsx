import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { Button } from '../button/button.tsx';
import { ScrollBox } from '../scroll-box/scroll-box.tsx';
import styles from './activity-list.module.css';
import { ActivityRow } from './activity-row.tsx';
import { activityTime } from './activity-time.ts';
import { useNewAbove } from './use-new-above.ts';

/**
 * The height of a row of one line of text, as the style sheet has it. Rows are measured once they are drawn;
 * what measures as it was taken to is neither drawn again nor remembered for good.
 */
const ROW_REM = 4.5625;
/** As the style sheet has it: with it the first drawing has rows, and is not followed by a second at once. */
const BOX_REM = 24;
const OVERSCAN_ROWS = 6;

interface ActivityListProps {
  /** Newest first. */
  rows: readonly Activity[];
  /** Server time now, epoch milliseconds. */
  now: number;
  label: string;
  /** Comes after the last row, and scrolls with it. */
  end?: ReactNode;
}

/**
 * The activity rows in a box that scrolls, only those in sight drawn. Rows that arrive while somebody
 * reads further down, or holds a finger on the list, do not move what is being read: they are counted in a
 * button that leads to them.
 */
export function ActivityList({ rows, now, label, end }: ActivityListProps) {
  const box = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const [touched, setTouched] = useState(false);
  const [remPx] = useState(remPxNow);
  const held = scrolled || touched;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    initialRect: { width: 0, height: BOX_REM * remPx },
    estimateSize: () => Math.round(ROW_REM * remPx),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
    // 'end' keeps the row in sight where it is when rows come in above it.
    anchorTo: held ? 'end' : 'start',
    useFlushSync: false,
  });
  const newAbove = useNewAbove(rows, held);
  return (
    <div className={styles.frame}>
      {newAbove > 0 ? (
        <Button
          className={styles.jump}
          kind="primary"
          size="s"
          onClick={() => virtual.scrollToOffset(0)}
        >
          {newAbove} new
        </Button>
      ) : null}
      <ScrollBox
        ref={box}
        className={styles.box}
        aria-label={label}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop > 0)}
        onPointerDown={() => setTouched(true)}
        onPointerUp={() => setTouched(false)}
        onPointerCancel={() => setTouched(false)}
        onPointerLeave={() => setTouched(false)}
      >
        <ul className={styles.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => (
            <VirtualRow
              key={item.key}
              row={rows[item.index]}
              now={now}
              index={item.index}
              count={rows.length}
              start={item.start}
              measure={virtual.measureElement}
            />
          ))}
        </ul>
        {end}
      </ScrollBox>
    </div>
  );
}

function remPxNow(): number {
  const { fontSize } = getComputedStyle(document.documentElement);
  return Number.parseFloat(fontSize);
}

interface VirtualRowProps {
  row: Activity | undefined;
  now: number;
  index: number;
  count: number;
  /** Pixels from the list's top. */
  start: number;
  measure: Ref<HTMLLIElement>;
}

function VirtualRow({ row, now, index, count, start, measure }: VirtualRowProps) {
  if (!row) return null;
  return (
    <li
      ref={measure}
      data-index={index}
      className={styles.item}
      style={{ transform: `translateY(${start}px)` }}
      aria-setsize={count}
      aria-posinset={index + 1}
    >
      <ActivityRow row={row} when={activityTime(row.createdAt, now)} />
    </li>
  );
}
