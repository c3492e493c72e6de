import { Button } from '../button/button.tsx';
import { buttonLook } from '../button/button-look.ts';
import styles from '../not-found/not-found.module.css';

/** What can be done about it. */
export interface Words {
  hint?: string;
  /** What the button says. */
  again?: string;
  onRetry: () => void;
}

interface BrokenProps extends Words {
  /** What went wrong, as the program said it. */
  message: string;
}

/** What a screen shows when the program itself failed: never a white page. */
export function Broken({ message, hint, again = 'Try again', onRetry }: BrokenProps) {
  return (
    <main className={styles.page}>
      <h1 className={styles.title}>This screen failed</h1>
      <p className={styles.path} role="alert">
        <code>{message}</code>
      </p>
      <p className={styles.hint}>
        {hint ?? 'Nothing was lost on the server. Try again, or reload the page.'}
      </p>
      <div className={styles.ways}>
        <Button kind="primary" onClick={onRetry}>
          {again}
        </Button>
        <a href="/repair.html" className={buttonLook()}>
          Repair
        </a>
      </div>
    </main>
  );
}
