import type { PlatformHeartbeat } from '../../../contract/shapes/watchdog.ts';
import table from '../../ui/card-table.module.css';
import { CardTable } from '../../ui/card-table.tsx';
import { useFirstRows } from '../../ui/first-rows.tsx';
import { Panel } from '../../ui/panel.tsx';
import { StatusMark } from '../../ui/status-mark.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './heartbeat-table.module.css';

const COLUMNS = [
  { name: 'Platform', className: styles.platform },
  { name: 'Last answer', className: styles.last },
  { name: 'Sent', className: styles.number },
  { name: 'Answered', className: styles.number },
  { name: 'Missed', className: styles.number },
];

/** What became of the heartbeats that were sent to each platform. */
export function HeartbeatTable({ platforms }: { platforms: readonly PlatformHeartbeat[] }) {
  const answering = platforms.filter(({ lastError }) => lastError === null);
  const silent = platforms.filter(({ lastError }) => lastError !== null);
  const [shown, more] = useFirstRows([...silent, ...answering], 'platforms');
  return (
    <Panel
      flush
      title="Heartbeats by platform"
      description={
        platforms.length === 0
          ? 'No platforms yet'
          : `${answering.length} of ${platforms.length} answered their last heartbeat`
      }
    >
      <CardTable columns={COLUMNS}>{shown.map(rowOf)}</CardTable>
      {more}
    </Panel>
  );
}

function rowOf(platform: PlatformHeartbeat) {
  const { name, sent, answered, missed, lastAnswer, lastError } = platform;
  return (
    <tr key={name} className={`${table.row} ${styles.row}`}>
      <th scope="row" className={styles.platform}>
        <StatusMark status={lastError === null ? 'connected' : 'error'} /> {name}
      </th>
      <td className={styles.last}>
        {lastAnswer === null ? 'Never' : <TimeAgo at={lastAnswer} />}
        {lastError === null ? null : <span className={styles.error}> · {lastError}</span>}
      </td>
      {Object.entries({ sent, answered, missed }).map(([label, count]) => (
        <td key={label} className={styles.number} data-label={label}>
          {count.toLocaleString()}
        </td>
      ))}
    </tr>
  );
}
