import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { ageText } from '../age/age-text.ts';
import buttonStyles from '../button/button.module.css';
import { Button } from '../button/button.tsx';
import { Empty } from '../empty/empty.tsx';
import { Flyout } from '../flyout/flyout.tsx';
import { type Toast, type Toasts, toasts } from '../toast/toasts.ts';
import { useToasts } from '../toast/use-toasts.ts';
import styles from './bell.module.css';

/** The notifications that left the screen, for as long as the specification keeps them. */
export function Bell({ store = toasts }: { store?: Toasts }) {
  const { past } = useToasts(store);
  const [seenId, setSeenId] = useState(0);
  const [openedAt, setOpenedAt] = useState(0);
  const unseen = past.filter((toast) => toast.id > seenId).length;

  function look(): void {
    setSeenId(past[0]?.id ?? seenId);
    setOpenedAt(Date.now());
  }

  return (
    <Flyout
      label={unseen > 0 ? `Notifications, ${unseen} new` : 'Notifications'}
      className={buttonStyles.icon}
      onOpen={look}
      face={
        <>
          <IconBell aria-hidden="true" />
          {unseen > 0 ? (
            <span className={styles.count} aria-hidden="true">
              {unseen > 9 ? '9+' : unseen}
            </span>
          ) : null}
        </>
      }
    >
      <div className={styles.head}>
        <h2>Notifications</h2>
        {past.length > 0 ? (
          <Button size="s" onClick={store.clearPast}>
            Clear
          </Button>
        ) : null}
      </div>
      {past.length > 0 ? (
        <ul className={styles.list}>
          {past.map((toast) => (
            <Row key={toast.id} toast={toast} now={openedAt} />
          ))}
        </ul>
      ) : (
        <Empty
          text="No earlier notifications"
          hint="What the console tells you stays here for a while."
        />
      )}
    </Flyout>
  );
}

function Row({ toast, now }: { toast: Toast; now: number }) {
  return (
    <li className={styles.row} data-tone={toast.tone}>
      <p className={styles.title}>{toast.title}</p>
      {toast.text ? <p className={styles.text}>{toast.text}</p> : null}
      <p className={styles.at}>{ageText(toast.at, now)}</p>
    </li>
  );
}
