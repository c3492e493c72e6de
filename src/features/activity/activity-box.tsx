import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import styles from './activity-list.module.css';

/** Safari gives a box that scrolls no keyboard focus by itself. */
const FOCUSABLE = { tabIndex: 0 };

export interface ActivityItems<Item> {
  /** Newest first. */
  rows: readonly Activity[];
  /** @returns what is shown of the rows, a line each; the same function as long as it does the same */
  itemsOf: (rows: readonly Activity[]) => readonly Item[];
  keyOf: (item: Item) => string | number;
  renderItem: (item: Item) => ReactNode;
  /** Height of an item of one line, before it is measured. */
  itemRem: number;
  label: string;
}

interface ActivityBoxProps<Item> extends Pick<ActivityItems<Item>, 'rows' | 'itemsOf' | 'label'> {
  /** Renders the items in the box. */
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * Activity in a box that scrolls. Rows that arrive while somebody reads further down, or holds a finger on the list, do
 * not move what is read: a button counts them and leads to them.
 */
export function ActivityBox<Item>({ rows, itemsOf, label, children }: ActivityBoxProps<Item>) {
  const box = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const [touched, setTouched] = useState(false);
  const newAbove = useNewAbove(rows, scrolled || touched);
  const items = useMemo(() => itemsOf(rows.slice(newAbove)), [itemsOf, rows, newAbove]);
  function showNew(): void {
    setScrolled(false);
    box.current?.scrollTo({ top: 0 });
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
        {children(items)}
      </section>
    </div>
  );
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
