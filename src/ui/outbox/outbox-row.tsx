import { Button } from '../button/button.tsx';
import styles from './outbox.module.css';
import { canRetry, stateText, type UploadRow } from './outbox-words.ts';

interface OutboxRowProps {
  row: UploadRow;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}

export function OutboxRow({ row, onRetry, onRemove }: OutboxRowProps) {
  const { id, name, state } = row;
  return (
    <li className={styles.row} data-state={state.state}>
      <p className={styles.name}>{name}</p>
      <UploadProgress row={row} />
      {row.inMemory && state.state !== 'done' ? (
        <p className={styles.warning}>
          This device could not keep the file: do not close this page before it is sent.
        </p>
      ) : null}
      <div className={styles.buttons}>
        {canRetry(row) ? (
          <Button size="s" aria-label={`Send again: ${name}`} onClick={() => onRetry(id)}>
            Send again
          </Button>
        ) : null}
        <Button size="s" aria-label={`Remove ${name}`} onClick={() => onRemove(id)}>
          Remove
        </Button>
      </div>
    </li>
  );
}

/** How far an upload has got, as a bar while it moves and in words always. */
export function UploadProgress({ row }: { row: UploadRow }) {
  const { name, size, state } = row;
  return (
    <div className={styles.progress}>
      {state.state === 'sending' ? (
        <progress
          className={styles.bar}
          aria-label={`Sending ${name}`}
          max={Math.max(1, size)}
          value={state.sent}
        />
      ) : null}
      <p className={styles.state}>{stateText(row)}</p>
    </div>
  );
}
