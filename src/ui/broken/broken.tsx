import { Button } from '../button/button.tsx';
import styles from '../not-found/not-found.module.css';

interface BrokenProps {
  /** What went wrong, as the program said it. */
  message: string;
  onRetry: () => void;
}

/** What a screen shows when the program itself failed: never a white page. */
export function Broken({ message, onRetry }: BrokenProps) {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>This screen failed</h1>
      <p className={styles.path} role="alert">
        <code>{message}</code>
      </p>
      <p className={styles.hint}>Nothing was lost on the server. Try again, or reload the page.</p>
      <Button kind="primary" onClick={onRetry}>
        Try again
      </Button>
    </main>
  );
}
