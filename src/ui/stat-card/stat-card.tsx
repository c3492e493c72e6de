import type { ReactNode } from 'react';
import { Age } from '../age/age.tsx';
import { classes } from '../classes.ts';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { type ReadingState, troubleOf } from '../reading-note/reading-state.ts';
import styles from './stat-card.module.css';

interface StatCardProps {
  label: string;
  /** Undefined while it is not known. */
  value: ReactNode | undefined;
  /** Said under the value. */
  note: ReactNode;
  icon: ReactNode;
  /** Of the read that the value comes from; without it the value is a fixed fact. */
  reading?: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const UNKNOWN = <span className={styles.word}>UNKNOWN</span>;

/** One number of the dashboard, with what it means or, when it is not fresh, how old it is. */
export function StatCard({ label, value, note, icon, reading, now }: StatCardProps) {
  const trouble = reading && troubleOf(reading);
  const blind = reading?.age === 'unknown' && reading.at !== undefined;
  return (
    <article className={classes(styles.card, trouble && styles.old)} aria-label={label}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <h2 className={styles.label}>{label}</h2>
      <p className={styles.value}>{blind ? UNKNOWN : (value ?? <Missing reading={reading} />)}</p>
      <p className={styles.note}>
        {trouble && reading?.at !== undefined ? (
          <Age at={reading.at} now={now} prefix={blind && value ? 'Last known' : 'As of'} />
        ) : (
          note
        )}
      </p>
    </article>
  );
}

function Missing({ reading }: { reading: ReadingState | undefined }) {
  return reading?.failure ? UNKNOWN : <Placeholder width="4ch" height="1.2em" />;
}

/** What stands in a card's place until the first answer is there. */
export function StatCardPlaceholder() {
  return (
    <div className={styles.card} data-stat-placeholder="">
      <Placeholder width="8rem" height="1.25rem" />
      <Placeholder width="4rem" height="2.25rem" />
      <Placeholder width="6rem" height="1rem" />
    </div>
  );
}
