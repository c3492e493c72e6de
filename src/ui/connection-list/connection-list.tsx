import type { Connection } from '../../../contract/shapes/mesh.ts';
import { Age } from '../age/age.tsx';
import { Placeholder } from '../placeholder/placeholder.tsx';
import type { ReadingState } from '../reading-note/reading-state.ts';
import { StatusMark } from '../status-mark/status-mark.tsx';
import styles from './connection-list.module.css';
import { latencyText } from './latency-text.ts';

interface ConnectionListProps {
  connections: readonly Connection[];
  /** stale: statuses lose their colour; unknown: too old to be taken for the present at all. */
  age: ReadingState['age'];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The sister platforms with how each answered its last probe. */
export function ConnectionList({ connections, age, now }: ConnectionListProps) {
  return (
    <div className={styles.area}>
      <table className={styles.table}>
        <thead className={styles.head}>
          <tr>
            <th scope="col">Platform</th>
            <th scope="col">Status</th>
            <th scope="col">Latency</th>
            <th scope="col">Last seen</th>
          </tr>
        </thead>
        <tbody>
          {connections.map((connection) => (
            <tr key={connection.id} className={styles.row}>
              <th scope="row">
                <span className={styles.name}>{connection.name}</span>
                <span className={styles.domain}>{connection.domain}</span>
              </th>
              <td data-label="Status">
                <StatusMark
                  status={age === 'unknown' ? 'unknown' : connection.status}
                  faded={age !== 'fresh'}
                  word
                />
              </td>
              <td data-label="Latency">{latencyText(connection.latencyMs)}</td>
              <td data-label="Last seen" className={styles.seen}>
                {connection.lastSeen === null ? (
                  'Never'
                ) : (
                  <Age at={connection.lastSeen} now={now} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Keeps the room that six platforms will take, as a table or as cards. */
export function ConnectionListPlaceholder() {
  return (
    <div className={styles.area}>
      <div className={styles.waiting}>
        <Placeholder height="100%" />
      </div>
    </div>
  );
}
