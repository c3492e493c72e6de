import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { ActivityBox, type ActivityItems } from './activity-box.tsx';
import styles from './activity-list.module.css';

/** With it the first rendering has rows, and is not followed by a second at once. */
const BOX_REM = 24;
const OVERSCAN_ROWS = 6;

interface ActivityListProps<Item> extends ActivityItems<Item> {
  /** Comes after the last row, and scrolls with it. */
  end?: ReactNode;
  /** Shown first, by its place. */
  startAt?: number;
  /** Called while the last row is in sight. */
  onEnd?: (() => void) | undefined;
}

/** Activity of any length: only the items in sight are rendered. */
export function ActivityList<Item>(props: ActivityListProps<Item>) {
  return (
    <ActivityBox {...props}>{(items) => <VirtualItems {...props} items={items} />}</ActivityBox>
  );
}

interface VirtualItemsProps<Item> extends ActivityListProps<Item> {
  items: readonly Item[];
}

function VirtualItems<Item>(props: VirtualItemsProps<Item>) {
  const { items, keyOf, renderItem, itemRem, end, startAt, onEnd } = props;
  const list = useRef<HTMLUListElement>(null);
  const [remPx] = useState(remInPixels);
  const virtual = useVirtualizer({
    count: items.length,
    // The box's own ref is set after this component's effects.
    getScrollElement: () => list.current?.parentElement ?? null,
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
  return (
    <>
      <ul ref={list} className={styles.items} style={{ height: virtual.getTotalSize() }}>
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
    </>
  );
}

function remInPixels(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
