import { VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import styles from './palette-ahead.module.css';

interface PaletteAheadProps {
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** The palette's field while the palette is still on its way over a slow line: what is typed into it is not lost. */
export function PaletteAhead({ onQuery, onClose }: PaletteAheadProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    // The palette takes the focus from where it was before, and gives it back there.
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  return (
    <search
      className={styles.area}
      data-scrim=""
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <IconSearch className={styles.icon} size={20} aria-hidden="true" />
      <input
        ref={field}
        className={styles.field}
        aria-label="Search the console"
        placeholder="Search the console"
        autoComplete="off"
        onChange={({ target }) => onQuery(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && onClose()}
      />
      <VisuallyHidden role="status">The search is loading</VisuallyHidden>
    </search>
  );
}
