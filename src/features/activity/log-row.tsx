import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { ageText } from '../../domain/format.ts';
import { clockText, momentOf, momentText } from '../../domain/moment.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import styles from './logs.module.css';

interface LogRowProps {
  row: Activity;
  /** Name of the platform that it is about. */
  platform: string | undefined;
  /** Texts, so that a row is rendered again only when one of them is another. */
  clock: string;
  age: string;
}

/** @param now server time, epoch milliseconds */
export function timesOf({ createdAt }: Activity, now: number): Pick<LogRowProps, 'clock' | 'age'> {
  const at = momentOf(createdAt);
  if (at === undefined) return { clock: createdAt, age: '' };
  return { clock: clockText(at, now), age: ageText(at, now) };
}

/** The cells of one event, behind its checkbox. */
export const LogRow = memo(function LogRow({ row, platform, clock, age }: LogRowProps) {
  return (
    <>
      <SeverityMark severity={row.severity} />
      <Link
        to="/logs"
        search={{ row: typeof row.id === 'number' ? row.id : undefined }}
        className={styles.clock ?? ''}
        title={momentText(momentOf(row.createdAt), true)}
        aria-label={`${clock}, link to this event`}
      >
        {clock}
      </Link>
      <span className={styles.age}>{age}</span>
      <p className={styles.message}>{row.message}</p>
      {platform ? (
        <Link
          to="/mesh-network/$platform"
          params={{ platform: row.platform ?? '' }}
          className={styles.platform ?? ''}
        >
          {platform}
        </Link>
      ) : (
        <span className={styles.platform} />
      )}
    </>
  );
});
