import type { Activity } from '../../../contract/shapes/activity.ts';
import { activityTime } from '../../shared/format.ts';
import { severityLook } from '../../ui/severity-mark.tsx';
import styles from './wall.module.css';

interface WallActivityProps {
  /** Newest first; undefined until they have been read. */
  rows: readonly Activity[] | undefined;
  /** How many are drawn at most; those that do not fit are cut off. */
  max: number;
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** What happened last. Nothing in it scrolls: nobody is there to do it. */
export function WallActivity({ rows, max, now }: WallActivityProps) {
  return (
    <section aria-label="Recent activity" className={styles.activity}>
      {rows === undefined ? <p className={styles.nothing}>Nothing is known yet.</p> : null}
      {rows?.length === 0 ? <p className={styles.nothing}>Nothing has happened yet.</p> : null}
      <ul className={styles.rows}>
        {(rows ?? []).slice(0, max).map((row) => (
          <Row key={row.id} row={row} when={activityTime(row.createdAt, now)} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row, when }: { row: Activity; when: string }) {
  const { tone, word } = severityLook(row.severity);
  return (
    <li className={styles.row} data-tone={tone}>
      <p className={styles.message}>{row.message}</p>
      <p className={styles.when}>
        <span className={styles.severity}>{word}</span> {when}
      </p>
    </li>
  );
}
