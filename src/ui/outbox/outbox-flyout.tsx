import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import buttonStyles from '../button/button.module.css';
import { Flyout } from '../flyout/flyout.tsx';
import styles from './outbox.module.css';
import { OutboxRow } from './outbox-row.tsx';
import { countText, isUnsent, type UploadRow } from './outbox-words.ts';

interface OutboxFlyoutProps {
  rows: readonly UploadRow[];
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}

/** The uploads of this device: how many are not sent, and each of them when it is opened. */
export function OutboxFlyout({ rows, onRetry, onRemove }: OutboxFlyoutProps) {
  const unsent = rows.filter(isUnsent).length;
  // Not drawn before somebody looks: rows change four times a second.
  const [opened, setOpened] = useState(false);
  return (
    <Flyout
      label={countText(rows)}
      className={buttonStyles.icon}
      onOpen={() => setOpened(true)}
      face={
        <>
          <IconUpload aria-hidden="true" />
          {unsent > 0 ? (
            <span className={styles.count} aria-hidden="true">
              {unsent > 9 ? '9+' : unsent}
            </span>
          ) : null}
        </>
      }
    >
      <h2 className={styles.title}>Uploads</h2>
      <ul className={styles.list}>
        {(opened ? [...rows].reverse() : []).map((row) => (
          <OutboxRow key={row.id} row={row} onRetry={onRetry} onRemove={onRemove} />
        ))}
      </ul>
    </Flyout>
  );
}
