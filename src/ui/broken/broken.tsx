import { Button } from '../button/button.tsx';
import styles from '../not-found/not-found.module.css';

interface BrokenProps {
  /** What went wrong, as the program said it. */
  message: string;
  /** A part of the program did not arrive: the server has the same build, another one, or does not answer. */
  missing?: 'same' | 'another' | 'unreachable' | undefined;
  onRetry: () => void;
}

const HINTS = {
  same: 'A part of this screen did not arrive whole. Reloading gets it again.',
  another: 'The server has a new version. Reloading brings it.',
  unreachable: 'The server cannot be reached, and this screen is not on this device yet.',
} as const;

/** What a screen shows when the program itself failed: never a white page. */
export function Broken({ message, missing, onRetry }: BrokenProps) {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>This screen failed</h1>
      <p className={styles.path} role="alert">
        <code>{message}</code>
      </p>
      <p className={styles.hint}>
        {missing
          ? HINTS[missing]
          : 'Nothing was lost on the server. Try again, or reload the page.'}
      </p>
      <Button kind="primary" onClick={onRetry}>
        {missing === 'same' || missing === 'another' ? 'Reload' : 'Try again'}
      </Button>
    </main>
  );
}
