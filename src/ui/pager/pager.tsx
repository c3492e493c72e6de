import { Button } from '../button/button.tsx';
import styles from './pager.module.css';

interface PagerProps {
  label: string;
  /** From 0; the newest rows are on the first page. */
  page: number;
  /** Rows of a page, and of all pages. */
  rows: number;
  count: number;
  onTurn: (page: number) => void;
}

/** Which rows of how many are shown, and the ways to the others. A button that leads nowhere says so. */
export function Pager({ label, page, rows, count, onTurn }: PagerProps) {
  const last = Math.ceil(count / rows) - 1;
  const first = page * rows + 1;
  const atStart = page === 0 ? 'These are the newest' : undefined;
  const atEnd = page === last ? 'These are the oldest' : undefined;
  const ways = [
    { name: 'Newest', to: 0, hindrance: atStart },
    { name: 'Newer', to: page - 1, hindrance: atStart },
    { name: 'Older', to: page + 1, hindrance: atEnd },
    { name: 'Oldest', to: last, hindrance: atEnd },
  ];
  return (
    <nav className={styles.pager} aria-label={label}>
      <p role="status">
        {first.toLocaleString()} to {Math.min(count, first + rows - 1).toLocaleString()} of{' '}
        {count.toLocaleString()}
      </p>
      <div className={styles.ways}>
        {ways.map(({ name, to, hindrance }) => (
          <Button key={name} size="s" hindrance={hindrance} onClick={() => onTurn(to)}>
            {name}
          </Button>
        ))}
      </div>
    </nav>
  );
}
