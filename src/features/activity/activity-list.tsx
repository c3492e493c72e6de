import { Button } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useMemo, useRef, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import styles from './activity-list.module.css';

/** With it the first rendering has rows, and is not followed by a second at once. */
const BOX_REM = 24;
const OVERSCAN_ROWS = 6;
/** Safari gives a box that scrolls no keyboard focus by itself. */
const FOCUSABLE = { tabIndex: 0 };

interface ActivityListProps<Item> {
  /** Newest first. */
  rows: readonly Activity[];
  /** @returns what is shown of the rows, a line each; the same function as long as it does the same */
  itemsOf: (rows: readonly Activity[]) => readonly Item[];
  keyOf: (item: Item) => string | number;
  renderItem: (item: Item) => ReactNode;
  /** Height of an item of one line, before it is measured. */
  itemRem: number;
  label: string;
  /** Comes after the last row, and scrolls with it. */
  end?: ReactNode;
  /** Shown first, by its place. */
  startAt?: number;
  /** Called while the last row is in view. */
  onEnd?: (() => void) | undefined;
}

/**
 * Activity in a box that scrolls, only the items in view rendered. Rows that arrive while somebody reads further
 * down, or holds a finger on the list, do not move what is read: a button counts them and leads to them.
 */
export function ActivityList<Item>(props: ActivityListProps<Item>) {
  const { rows, itemsOf, keyOf, renderItem, itemRem, label, end, startAt, onEnd } = props;
  const box = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const [touched, setTouched] = useState(false);
  const [remPx] = useState(remInPixels);
  const newAbove = useNewAbove(rows, scrolled || touched);
  const items = useMemo(() => itemsOf(rows.slice(newAbove)), [itemsOf, rows, newAbove]);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    initialRect: { width: 0, height: BOX_REM * remPx },
    estimateSize: () => Math.round(itemRem * remPx),
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    overscan: OVERSCAN_ROWS,
    useFlushSync: false,
  });
  const shown = virtual.getVirtualItems();
  const isAtEnd = items.length > 0 && shown.at(-1)?.index === items.length - 1;
  useEffect(() => {
    if (isAtEnd) onEnd?.();
  }, [isAtEnd, onEnd]);
  useEffect(() => {
    if (startAt !== undefined) virtual.scrollToIndex(startAt, { align: 'center' });
  }, [startAt, virtual]);
  function showNew(): void {
    setScrolled(false);
    virtual.scrollToOffset(0);
  }
  return (
    <div className={styles.frame}>
      {newAbove > 0 ? (
        <Button className={styles.jump} variant="filled" size="xs" radius="xl" onClick={showNew}>
          {newAbove.toLocaleString()} new
        </Button>
      ) : null}
      <section
        {...FOCUSABLE}
        ref={box}
        className={styles.box}
        aria-label={label}
        onScroll={(event) => setScrolled(event.currentTarget.scrollTop > 0)}
        onPointerDown={() => setTouched(true)}
        onPointerUp={() => setTouched(false)}
        onPointerCancel={() => setTouched(false)}
        onPointerLeave={() => setTouched(false)}
      >
        <ul className={styles.items} style={{ height: virtual.getTotalSize() }}>
          {shown.map(({ key, index, start }) => {
            const item = items[index];
            return item === undefined ? null : (
              <li
                key={key}
                ref={virtual.measureElement as Ref<HTMLLIElement>}
                data-index={index}
                className={styles.item}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={items.length}
                aria-posinset={index + 1}
              >
                {renderItem(item)}
              </li>
            );
          })}
        </ul>
        {end}
      </section>
    </div>
  );
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/**
 * Counts the rows that came in at the front since `isHeld` began; 0 while nothing is held.
 *
 * @param rows newest first
 * @param isHeld the list is being read further down, or touched
 */
function useNewAbove(rows: readonly Activity[], isHeld: boolean): number {
  const first = rows[0]?.id;
  const [seen, setSeen] = useState(first);
  if (!isHeld && seen !== first) setSeen(first);
  if (!isHeld || seen === first) return 0;
  const index = rows.findIndex((row) => row.id === seen);
  return Math.max(index, 0);
}
