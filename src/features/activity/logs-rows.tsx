import { Button, EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { ageText } from '../../shared/format.ts';
import { clockText, momentOf, momentText } from '../../shared/moment.ts';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { ActivityBox } from './activity-box.tsx';
import { ActivityList } from './activity-list.tsx';
import { isFiltered, type LogFilter, type LogSearch } from './log-search.ts';
import styles from './logs.module.css';
import type { Logs } from './use-logs.ts';

/** In pixels, as the style sheet has it. */
const ROW_HEIGHTS = { comfortable: 40, compact: 28 } as const;
export type Density = keyof typeof ROW_HEIGHTS;

interface LogRowsProps {
  search: LogSearch;
  filter: LogFilter;
  logs: Logs;
  platforms: readonly Connection[];
  density: Density;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const PLACEHOLDERS = [1, 2, 3, 4, 5, 6];

/** The rows that match, or that there are none. */
export function LogRows({ search, filter, logs, platforms, density, now }: LogRowsProps) {
  const { rows, state } = logs;
  if (rows.length === 0) {
    if (state === 'failed') return null;
    return state === 'searching' ? <Searching /> : <NoRows filtered={isFiltered(filter)} />;
  }
  const marked = rows.findIndex(({ id }) => id === search.row);
  const names = new Map(platforms.map(({ id, name }) => [id, name]));
  return (
    <div className={styles.rows} data-density={density}>
      <ActivityBox
        key={`${JSON.stringify(search)} ${density}`}
        rows={rows}
        label="System logs, rows"
      >
        {(shown) => (
          <>
            <ActivityList
              rows={shown}
              renderRow={(row) => (
                <LogRow
                  row={row}
                  platform={names.get(row.platform ?? '')}
                  isMarked={row.id === search.row}
                  {...timesOf(row, now)}
                />
              )}
              rowHeight={ROW_HEIGHTS[density]}
              startAt={marked}
              onEnd={state === 'more' ? logs.readOlder : undefined}
            />
            <ListEnd logs={logs} filtered={isFiltered(filter)} />
          </>
        )}
      </ActivityBox>
    </div>
  );
}

function Searching() {
  return (
    <Stack className={styles.rows ?? ''} gap="sm" p="md" aria-busy="true">
      {PLACEHOLDERS.map((place) => (
        <Skeleton key={place} height="1.25rem" />
      ))}
    </Stack>
  );
}

function NoRows({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      title={filtered ? 'No events match' : 'No activity logs available'}
      description={filtered ? 'All events on the server were searched.' : undefined}
      icon={<IconListSearch />}
    />
  );
}

function ListEnd({ logs: { state, readOlder }, filtered }: { logs: Logs; filtered: boolean }) {
  return (
    <Group p="sm" justify="center">
      {state === 'more' || state === 'reading' ? (
        <Button size="xs" loading={state === 'reading'} onClick={readOlder}>
          Show older events
        </Button>
      ) : null}
      {state === 'all' ? (
        <Text size="xs" c="dimmed">
          {filtered ? 'No older event matches.' : 'No older events.'}
        </Text>
      ) : null}
    </Group>
  );
}

interface LogRowProps {
  row: Activity;
  /** Name of the platform that it is about. */
  platform: string | undefined;
  isMarked: boolean;
  /** Texts, so that a row is rendered again only when one of them is another. */
  clock: string;
  age: string;
}

function timesOf({ createdAt }: Activity, now: number): Pick<LogRowProps, 'clock' | 'age'> {
  const at = momentOf(createdAt);
  if (at === undefined) return { clock: createdAt, age: '' };
  return { clock: clockText(at, now), age: ageText(at, now) };
}

const LogRow = memo(function LogRow({ row, platform, isMarked, clock, age }: LogRowProps) {
  return (
    <div className={styles.row} aria-current={isMarked ? 'true' : undefined}>
      <SeverityMark severity={row.severity} />
      <Link
        to="/logs"
        search={{ row: typeof row.id === 'number' ? row.id : undefined }}
        className={styles.clock ?? ''}
        title={momentText(momentOf(row.createdAt), true)}
        aria-label={`${clock}, link to this event`}
      >
        {clock}
      </Link>
      <span className={styles.age}>{age}</span>
      <p className={styles.message}>{row.message}</p>
      <span className={styles.platform}>{platform}</span>
    </div>
  );
});
