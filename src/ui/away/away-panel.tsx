import type { Activity } from '../../../contract/shapes/activity.ts';
import { Button } from '../button/button.tsx';
import { Panel } from '../panel/panel.tsx';
import styles from './away-panel.module.css';
import { durationText } from './duration-text.ts';

interface AwayPanelProps {
  /** Server time, epoch milliseconds, as the other times here. */
  leftAt: number;
  backAt: number;
  /** What happened, newest first. */
  rows: readonly Activity[];
  platforms: readonly { readonly name: string; readonly from: string; readonly to: string }[];
  record: { readonly kind: 'complete' } | { readonly kind: 'blind'; readonly until: number };
  onDismiss: () => void;
}

const ROWS_SHOWN = 5;

/** What changed while nobody looked, and whether that is all of it. */
export function AwayPanel({ leftAt, backAt, rows, platforms, record, onDismiss }: AwayPanelProps) {
  const more = rows.length - ROWS_SHOWN;
  return (
    <Panel
      title="While you were away"
      actions={
        <Button kind="quiet" onClick={onDismiss}>
          Dismiss
        </Button>
      }
    >
      <p>
        {durationText(backAt - leftAt)}: {eventsText(rows.length)},{' '}
        {platforms.length === 0 ? 'no platform changed its state' : 'and platforms changed'}.
      </p>
      <ul className={styles.changes}>
        {platforms.map(({ name, from, to }) => (
          <li key={name}>
            {name}: {from}, now <strong>{to}</strong>
          </li>
        ))}
        {rows.slice(0, ROWS_SHOWN).map(({ id, message }) => (
          <li key={id}>{message}</li>
        ))}
        {more > 0 ? <li>and {more} more in the activity</li> : null}
      </ul>
      <p className={styles.record}>
        {record.kind === 'complete'
          ? 'The record is complete.'
          : `The record is not complete: nothing is known of the first ${durationText(record.until - leftAt)}.`}
      </p>
    </Panel>
  );
}

function eventsText(count: number): string {
  if (count === 0) return 'no event';
  return count === 1 ? '1 event' : `${count} events`;
}
