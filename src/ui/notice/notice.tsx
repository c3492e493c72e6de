import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { type Tone, toneClass } from '../tone/tone.ts';
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
    <div className={classes(styles.notice, toneClass(tone))} role="status">
      <p>{children}</p>
      {action}
    </div>
  );
}
