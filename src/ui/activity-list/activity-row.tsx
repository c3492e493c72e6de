import { memo } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { Badge } from '../badge/badge.tsx';
import { tellExactly } from '../moment/tell-exactly.ts';
import styles from './activity-list.module.css';
import { severityLook } from './severity-look.ts';

interface ActivityRowProps {
  row: Activity;
  /** How long ago, in words: a new text is the only reason to draw a row again. */
  when: string;
}

/** One thing that happened. */
export const ActivityRow = memo(function ActivityRow({ row, when }: ActivityRowProps) {
  const look = severityLook(row.severity);
  return (
    <div className={styles.row} data-tone={look.tone}>
      <p className={styles.message}>{row.message}</p>
      <Badge tone={look.tone}>{look.word}</Badge>
      <time className={styles.when} dateTime={row.createdAt} onPointerEnter={tellExactly}>
        {when}
      </time>
    </div>
  );
});
