import { Button } from '../button/button.tsx';
import type { OlderLogs } from './log-filter.ts';
import styles from './system-logs.module.css';

const WORDS = {
  more: undefined,
  reading: undefined,
  all: 'The server has no older rows.',
  full: 'Older rows are not shown at once: search for what you need.',
  failed: 'The server could not be asked for older rows.',
} as const;

interface OlderRowsProps {
  older: OlderLogs;
  onOlder: () => void;
}

/** What comes behind the oldest row that is shown. */
export function OlderRows({ older, onOlder }: OlderRowsProps) {
  const words = WORDS[older];
  const canAsk = older !== 'all' && older !== 'full';
  return (
    <div className={styles.older}>
      {words ? <p role="status">{words}</p> : null}
      {canAsk ? (
        <Button size="s" busy={older === 'reading'} onClick={onOlder}>
          Show older rows
        </Button>
      ) : null}
    </div>
  );
}
