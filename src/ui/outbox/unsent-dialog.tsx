import { useEffect, useId, useRef } from 'react';
import { Button } from '../button/button.tsx';
import styles from './outbox.module.css';

interface UnsentDialogProps {
  /** How many uploads would be lost. */
  unsent: number;
  onStay: () => void;
  onLeave: () => void;
}

/**
 * Asks before signing out removes from this device what was not sent. The browser's own dialog: it must be
 * there without a network, when nothing more can be loaded.
 */
export function UnsentDialog({ unsent, onStay, onLeave }: UnsentDialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const what = unsent === 1 ? '1 upload has not been sent' : `${unsent} uploads have not been sent`;
  return (
    <dialog ref={dialog} className={styles.question} aria-labelledby={titleId} onClose={onStay}>
      <h2 id={titleId}>Unsent uploads</h2>
      <p>
        {what}. Signing out removes {unsent === 1 ? 'it' : 'them'} from this device.
      </p>
      <div className={styles.choices}>
        <Button onClick={onStay}>Stay signed in</Button>
        <Button kind="danger" onClick={onLeave}>
          Sign out and remove
        </Button>
      </div>
    </dialog>
  );
}
