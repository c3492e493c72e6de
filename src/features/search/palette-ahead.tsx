import { IconSearch } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef } from 'react';
import styles from './palette-ahead.module.css';

interface PaletteAheadProps {
  onQuery: (query: string) => void;
  onClose: () => void;
}

/** The palette's field while the palette is still on its way over a slow line: what is typed into it is not lost. */
export function PaletteAhead({ onQuery, onClose }: PaletteAheadProps) {
  const field = useRef<HTMLInputElement>(null);
  const loading = useId();
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus();
    // The palette takes the focus from where it was before, and gives it back there.
    return () => (before instanceof HTMLElement ? before.focus() : undefined);
  }, []);
  return (
    <search
      className={styles.ahead}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className={styles.field}>
        <IconSearch size={20} aria-hidden="true" />
        <input
          ref={field}
          aria-label="Search the console"
          aria-describedby={loading}
          placeholder="Search the console"
          autoComplete="off"
          onChange={({ target }) => onQuery(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </div>
      <span className="visually-hidden" id={loading}>
        The search is loading
      </span>
    </search>
  );
}
