import type { ReactNode } from 'react';
import styles from './empty.module.css';

interface EmptyProps {
  /** What is not there. */
  text: ReactNode;
  /** Why, or what would bring it. */
  hint?: ReactNode;
  icon?: ReactNode;
  /** The button that would fill it. */
  action?: ReactNode;
}

/** What a list shows while there is nothing in it. */
export function Empty({ text, hint, icon, action }: EmptyProps) {
  return (
    <div className={styles.empty}>
      {icon ? <div className={styles.icon}>{icon}</div> : null}
      <p className={styles.text}>{text}</p>
      {hint ? <p className={styles.hint}>{hint}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  );
}
