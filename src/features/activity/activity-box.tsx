import { Box, Button } from '@mantine/core';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import styles from './activity-list.module.css';

/** Safari gives a box that scrolls no keyboard focus by itself. */
const FOCUSABLE = { tabIndex: 0 };

interface ActivityBoxProps {
  /** Newest first. */
  rows: readonly Activity[];
  label: string;
  /** Renders those that are shown: all but the newest that came in while others are read. */
  children: (rows: readonly Activity[]) => ReactNode;
}

/**
 * Activity in a box that scrolls. Rows that arrive while somebody reads further down, or holds a finger on the list, do
 * not move what is read: a button counts them and leads to them.
 */
export function ActivityBox({ rows, label, children }: ActivityBoxProps) {
  const box = useRef<HTMLElement>(null);
  const [scrolled, setScrolled] = useState(false);
  const [touched, setTouched] = useState(false);
  const newAbove = useNewAbove(rows, scrolled || touched);
  const shown = useMemo(() => rows.slice(newAbove), [rows, newAbove]);
  const release = () => setTouched(false);
  function showNew(): void {
    setScrolled(false);
    box.current?.scrollTo({ top: 0 });
  }
  return (
    <Box pos="relative" h="100%">
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
        onPointerUp={release}
        onPointerCancel={release}
        onPointerLeave={release}
      >
        {children(shown)}
      </section>
    </Box>
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
  return Math.max(
    rows.findIndex((row) => row.id === seen),
    0,
  );
}
