import { Button, CloseButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { type Absence, type AwayReport, awayReport, awayText } from '../../console/away/away.ts';
import { foldActivity } from '../../domain/activity-fold.ts';
import { momentAgoText } from '../../domain/moment.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { StatusMark, statusWord } from '../../ui/status-mark.tsx';
import styles from './away-panel.module.css';

const ROWS_SHOWN = 5;

export function AwayNotice({ absence, onDismiss }: { absence: Absence; onDismiss: () => void }) {
  return <AwayPanel {...awayReport(absence)} onDismiss={onDismiss} />;
}

/** What changed while nobody looked, and whether that is all of it: one line, which opens. */
export function AwayPanel({ onDismiss, ...report }: AwayReport & { onDismiss: () => void }) {
  const { backAt, rows, platforms } = report;
  const titleId = useId();
  const [isWhole, setWhole] = useState(false);
  const folded = foldActivity(rows);
  const shown = folded.slice(0, ROWS_SHOWN);
  const more = rows.length - shown.reduce((sum, one) => sum + one.rows.length, 0);
  return (
    <section className={styles.away} aria-labelledby={titleId}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={titleId} className={styles.title}>
            While you were away
          </h2>
          <p>{awayText(report)}</p>
        </div>
        {rows.length + platforms.length > 0 ? (
          <Button size="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Less' : 'Show'}
          </Button>
        ) : null}
        <CloseButton aria-label="Dismiss" size="var(--control-height-small)" onClick={onDismiss} />
      </div>
      {isWhole ? (
        <ul>
          {platforms.map(({ name, from, to, since }) => (
            <li key={name}>
              <StatusMark status={to} />
              <span>
                <strong>{name}</strong>: {statusWord(from)}{' '}
                <IconArrowRight size="0.75rem" aria-label="now" /> <strong>{statusWord(to)}</strong>
                {since === undefined ? null : ` since ${momentAgoText(since, backAt)}`}
              </span>
            </li>
          ))}
          {shown.map(({ row, message }) => (
            <li key={row.id}>
              <SeverityMark severity={row.severity} />
              <span>{message}</span>
            </li>
          ))}
        </ul>
      ) : null}
      {isWhole && more > 0 ? <p>and {more.toLocaleString()} more in the activity</p> : null}
    </section>
  );
}
