import { Text } from '@mantine/core';
import type { IncidentTestimony } from '../../contract/shapes/witness.ts';
import { latencyText } from '../domain/format.ts';
import { clockText } from '../domain/moment.ts';
import { seenText } from '../domain/witness-text.ts';
import styles from './statement-list.module.css';
import { StatusShape } from './status-mark.tsx';
import { TimeAgo } from './time-ago.tsx';

interface StatementListProps {
  statements: IncidentTestimony['statements'];
  /** Server time now, epoch milliseconds. */
  now: number;
  /** The time of day instead of the age. */
  isPast?: boolean;
}

/** What nodes say of one platform. */
export function StatementList({ statements, now, isPast = false }: StatementListProps) {
  return (
    <ul className={styles.list}>
      {statements.map(({ from, name, status, latencyMs, at, disputed }) => (
        <li key={from}>
          <StatusShape status={status} />
          <span>
            <b>{name}</b> {seenText(status)}
            {latencyMs === null ? null : `, ${latencyText(latencyMs)}`}
            {disputed ? <b> · disputed</b> : null}{' '}
            <Text span size="xs" c="dimmed">
              {isPast ? clockText(at, now) : <TimeAgo at={at} now={now} />}
            </Text>
          </span>
        </li>
      ))}
    </ul>
  );
}
