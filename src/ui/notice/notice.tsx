import type { ReactNode } from 'react';
import type { Tone } from '../badge/badge.tsx';
import { classes } from '../classes.ts';
import styles from './notice.module.css';

interface NoticeProps {
  tone: Tone;
  /** What helps, such as a link or a button. */
  action?: ReactNode;
  children: ReactNode;
}

/** A line across the screen about something that holds now; it stays as long as that does. */
export function Notice({ tone, action, children }: NoticeProps) {
  return (
    <div className={classes(styles.notice, styles[tone])} role="status">
      <p>{children}</p>
      {action}
    </div>
  );
}
