import { Button } from '@mantine/core';
import styles from './new-rows-button.module.css';

interface NewRowsButtonProps {
  /** Rows that are held back. */
  count: number;
  /** What a row is, such as 'event'. */
  of?: string;
  onShow: () => void;
}

/** Stands above the rows while some are held back, and shows them. It takes no room: nothing moves when it comes. */
export function NewRowsButton({ count, of, onShow }: NewRowsButtonProps) {
  if (count === 0) return null;
  const things = of ? ` ${of}${count === 1 ? '' : 's'}` : '';
  return (
    <div className={styles.place} data-screen-only="">
      <Button className={styles.button} variant="filled" size="xs" radius="xl" onClick={onShow}>
        {count.toLocaleString()} new{things}
      </Button>
    </div>
  );
}
