import { Link } from '@tanstack/react-router';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useTimeText } from '../../console/connection.ts';
import { ageText } from '../../domain/format.ts';
import { clockText, momentOf, momentText } from '../../domain/moment.ts';
import { givenName } from '../../domain/platform-name.ts';
import type { TableColumn } from '../../ui/card-table.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import styles from './logs.module.css';

/** @param platforms of the mesh: an event names the one that it is about */
export function logColumns(platforms: readonly Connection[]): readonly TableColumn<Activity>[] {
  return [
    {
      name: 'Severity',
      className: styles.mark,
      cell: ({ severity }) => <SeverityMark severity={severity} />,
    },
    { name: 'Time', className: styles.time, cell: (row) => <Clock row={row} /> },
    { name: 'Age', className: styles.age, cell: (row) => <EventAge row={row} /> },
    { name: 'Event', className: styles.message, isHeader: true, cell: ({ message }) => message },
    {
      name: 'Platform',
      className: styles.about,
      cell: ({ platform }) => {
        const name = givenName(platform ?? '', platforms);
        return name ? (
          <Link
            to="/mesh-network/$platform"
            params={{ platform: platform ?? '' }}
            className={styles.platform ?? ''}
          >
            {name}
          </Link>
        ) : null;
      },
    },
  ];
}

function Clock({ row: { id, createdAt } }: { row: Activity }) {
  const at = momentOf(createdAt);
  const clock = useTimeText((now) => (at === undefined ? createdAt : clockText(at, now)));
  return (
    <Link
      to="/logs"
      search={{ row: typeof id === 'number' ? id : undefined }}
      className={styles.clock ?? ''}
      title={momentText(at, true)}
      aria-label={`${clock}, link to this event`}
    >
      {clock}
    </Link>
  );
}

function EventAge({ row: { createdAt } }: { row: Activity }) {
  const at = momentOf(createdAt);
  return useTimeText((now) => (at === undefined ? '' : ageText(at, now)));
}
