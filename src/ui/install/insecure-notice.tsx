import { Button } from '../button/button.tsx';
import { Notice } from '../notice/notice.tsx';
import styles from './install.module.css';

interface InsecureNoticeProps {
  onHow: () => void;
  onDismiss: () => void;
}

/** Said once to whoever opens the console over plain HTTP. */
export function InsecureNotice({ onHow, onDismiss }: InsecureNoticeProps) {
  return (
    <Notice
      tone="warn"
      action={
        <span className={styles.actions}>
          <Button size="s" onClick={onHow}>
            What is off, and the fix
          </Button>
          <Button size="s" onClick={onDismiss}>
            Understood
          </Button>
        </span>
      }
    >
      <strong>Opened without HTTPS.</strong> The browser switches off installing, starting without
      the server, notifications and keeping the screen awake. Everything else works.
    </Notice>
  );
}
