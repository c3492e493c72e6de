import { Badge, Table, Text } from '@mantine/core';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { latencyText } from '../../domain/format.ts';
import { currentLatency, problemsFirst } from '../../domain/verdict.ts';
import { useFirstRows } from '../../ui/first-rows.tsx';
import type { ReadState } from '../../ui/read-state.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './connections-table.module.css';
import { PlatformLink, PlatformStatus } from './platform-cells.tsx';

interface ConnectionsTableProps {
  connections: readonly Connection[];
  /** stale: statuses lose their colour; unknown: too old to be taken for the present at all. */
  age: ReadState['age'];
  /** Server time now, epoch milliseconds. */
  now: number;
}

/** The platforms, problems first, each with its state, since when, how fast it answers and when it did last. */
export function ConnectionsTable({ connections, age, now }: ConnectionsTableProps) {
  const [shown, more] = useFirstRows(problemsFirst(connections), 'platforms');
  return (
    <>
      <ConnectionRows connections={shown} age={age} now={now} />
      {more}
    </>
  );
}

function ConnectionRows({ connections, age, now }: ConnectionsTableProps) {
  return (
    <div className={styles.area}>
      <Table fz="sm" tabularNums highlightOnHover layout="fixed">
        <thead className={styles.head}>
          <tr>
            <th scope="col">Platform</th>
            <th scope="col" className={styles.status}>
              Status
            </th>
            <th scope="col" className={styles.number}>
              Latency
            </th>
            <th scope="col" className={styles.seen}>
              Last seen
            </th>
          </tr>
        </thead>
        <tbody>
          {connections.map((connection) => {
            const { id, name, domain, lastSeen, keyChange } = connection;
            return (
              <tr key={id} className={styles.row}>
                <th scope="row">
                  <div className={styles.name} title={name}>
                    <PlatformLink id={id} name={name} />
                  </div>
                  {keyChange ? (
                    <Badge color="yellow" size="sm">
                      New key
                    </Badge>
                  ) : null}
                  <Text size="xs" c="dimmed" truncate className={styles.domain} title={domain}>
                    {domain}
                  </Text>
                </th>
                <td>
                  <PlatformStatus connection={connection} age={age} now={now} />
                </td>
                <td className={styles.number}>{latencyText(currentLatency(connection))}</td>
                <td className={styles.seen}>
                  {lastSeen === null ? 'never' : <TimeAgo at={lastSeen} now={now} size="sm" />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
