import { Button } from '@mantine/core';
import type { RowNames } from '../../domain/paged-rows.ts';
import styles from './new-rows-button.module.css';

interface NewRowsButtonProps {
  /** Rows that are held back. */
  count: number;
  names: RowNames;
  onShow: () => void;
}

/**
 * Stands above the rows while some are held back, and shows them. It takes no room: nothing moves when it comes. That there
 * are any is announced once, however many come.
 */
export function NewRowsButton({ count, names, onShow }: NewRowsButtonProps) {
  return (
    <>
      <span className="visually-hidden" aria-live="polite">
        {count > 0 ? `There are new ${names.many}` : ''}
      </span>
      {count === 0 ? null : (
        <div className={styles.place} data-screen-only="">
          <Button className={styles.button} variant="filled" size="xs" radius="xl" onClick={onShow}>
            {count.toLocaleString()} new {count === 1 ? names.one : names.many}
          </Button>
        </div>
      )}
    </>
  );
}
