import { ActionIcon, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import styles from './counted-popover.module.css';
import { LazyPopover } from './lazy-popup.tsx';

interface CountedPopoverProps {
  title: string;
  /** Of the button, with the count. */
  label: string;
  icon: ReactNode;
  count: number;
  color: string;
  width: string;
  onToggle?: (opened: boolean) => void;
  children: (close: () => void) => ReactNode;
}

const COUNTED_MAX = 9;

/** Styles of a list in it that may be long. */
export const POPOVER_LIST = {
  maxHeight: 'min(28rem, 100dvh - var(--inset-top, 0px) - var(--inset-bottom, 0px) - 8.5rem)',
  overflowY: 'auto',
} as const;

/** A button of the header with a count at its corner, and what it counts in a popover. */
export function CountedPopover(props: CountedPopoverProps) {
  const { title, label, icon, count, color, width, onToggle, children } = props;
  const [opened, setOpened] = useState(false);
  function toggle(next: boolean): void {
    if (next !== opened) onToggle?.(next);
    setOpened(next);
  }
  return (
    <div className={styles.place}>
      {count > 0 ? (
        <span
          className={styles.count}
          style={{ background: `var(--mantine-color-${color}-filled)` }}
          aria-hidden="true"
        >
          {count > COUNTED_MAX ? `${COUNTED_MAX}+` : count}
        </span>
      ) : null}
      <LazyPopover
        opened={opened}
        onChange={toggle}
        position="bottom-end"
        width={width}
        trapFocus
        dropdown={{ p: 0 }}
        button={
          <ActionIcon size="lg" aria-label={label}>
            {icon}
          </ActionIcon>
        }
      >
        <Title order={2} px="md" py="sm">
          {title}
        </Title>
        {children(() => toggle(false))}
      </LazyPopover>
    </div>
  );
}
