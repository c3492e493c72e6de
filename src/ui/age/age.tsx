import { ageText } from '../../shared/format.ts';
import { tellExactly } from '../moment/tell-exactly.ts';
import styles from './age.module.css';

interface AgeProps {
  /** Epoch milliseconds in server time; undefined when it is not known. */
  at: number | undefined;
  /** Server time now, epoch milliseconds. */
  now: number;
  /** Said before the age, such as 'Updated'. */
  prefix?: string;
}

/** How old a value is; the exact time is its tooltip. */
export function Age({ at, now, prefix }: AgeProps) {
  const before = prefix ? `${prefix} ` : '';
  if (at === undefined) return <span className={styles.age}>{before}age unknown</span>;
  return (
    <time className={styles.age} dateTime={new Date(at).toISOString()} onPointerEnter={tellExactly}>
      {before}
      {ageText(at, now)}
    </time>
  );
}
