import { IconActivityHeartbeat, IconPlugConnected, IconShieldSearch } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { WatchdogSummary } from '../../../contract/shapes/watchdog.ts';
import { Button } from '../button/button.tsx';
import { Empty } from '../empty/empty.tsx';
import { Panel } from '../panel/panel.tsx';
import { Placeholder } from '../placeholder/placeholder.tsx';
import { ReadingNote } from '../reading-note/reading-note.tsx';
import type { ReadingState } from '../reading-note/reading-state.ts';
import styles from './watchdog.module.css';
import { WatchdogCards } from './watchdog-cards.tsx';

const FAILED =
  'Dashboard Error: Failed to load watchdog summary. Check sovereign platform connectivity.';
const WAITING_CARDS = [1, 2, 3, 4];

interface WatchdogViewProps {
  /** null: the server has none; undefined: not read yet. */
  summary: WatchdogSummary | undefined;
  reading: ReadingState;
  /** Server time now, epoch milliseconds. */
  now: number;
  pinging: boolean;
  reconnecting: boolean;
  onPing: () => void;
  onReconnect: () => void;
  /** Ways to related screens, beside the buttons. */
  links?: ReactNode;
}

/** The watchdog page: its two buttons, and the summary in whatever state it is. */
export function WatchdogView(props: WatchdogViewProps) {
  return (
    <div className={styles.page}>
      <div className={styles.buttons}>
        <Button
          kind="primary"
          icon={<IconActivityHeartbeat aria-hidden="true" />}
          busy={props.pinging}
          onClick={props.onPing}
        >
          Ping
        </Button>
        <Button
          icon={<IconPlugConnected aria-hidden="true" />}
          busy={props.reconnecting}
          onClick={props.onReconnect}
        >
          Manual Reconnect
        </Button>
        {props.links}
      </div>
      <Summary {...props} />
    </div>
  );
}

function Summary({ summary, reading, now }: WatchdogViewProps) {
  return (
    <>
      {reading.failure ? (
        <p className={styles.failed} role="alert">
          {FAILED}
        </p>
      ) : null}
      <ReadingNote reading={reading} now={now} />
      {summary ? (
        <WatchdogCards summary={summary} unknown={reading.age === 'unknown'} now={now} />
      ) : null}
      {summary === null ? (
        <Panel>
          <Empty text="No watchdog data available" icon={<IconShieldSearch aria-hidden="true" />} />
        </Panel>
      ) : null}
      {summary === undefined && !reading.failure ? <Waiting /> : null}
    </>
  );
}

function Waiting() {
  return (
    <div className={styles.cards} aria-busy="true">
      {WAITING_CARDS.map((card) => (
        <Panel key={card}>
          <Placeholder height="8rem" />
        </Panel>
      ))}
    </div>
  );
}
