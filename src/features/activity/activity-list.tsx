import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useRef } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import styles from './activity-list.module.css';

const OVERSCAN_ROWS = 6;

interface ActivityListProps {
  rows: readonly Activity[];
  renderRow: (row: Activity) => ReactNode;
  /** Height of a row of one line in pixels, before it is measured. */
  rowHeight: number;
  /** Place of the row that is shown first; -1: the newest. */
  startAt: number;
  /** Called while the last row is in sight. */
  onEnd: (() => void) | undefined;
}

/** Activity of any length inside a box that scrolls: only the rows in sight are rendered. */
export function ActivityList(props: ActivityListProps) {
  const { rows, renderRow, rowHeight, startAt, onEnd } = props;
  const list = useRef<HTMLUListElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
    useFlushSync: false,
  });
  const shown = virtual.getVirtualItems();
  const isAtEnd = rows.length > 0 && shown.at(-1)?.index === rows.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  useEffect(() => {
    if (startAt >= 0) virtual.scrollToIndex(startAt, { align: 'center' });
  }, [startAt, virtual]);
  return (
    <ul ref={list} className={styles.items} style={{ height: virtual.getTotalSize() }}>
      {shown.map(({ key, index, start }) => {
        const row = rows[index];
        return row === undefined ? null : (
          <li
            key={key}
            ref={virtual.measureElement as Ref<HTMLLIElement>}
            data-index={index}
            className={styles.item}
            style={{ transform: `translateY(${start}px)` }}
            aria-setsize={rows.length}
            aria-posinset={index + 1}
          >
            {renderRow(row)}
          </li>
        );
      })}
    </ul>
  );
}
