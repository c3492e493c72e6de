import { EmptyState, Skeleton, Stack } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { isFiltered, type LogFilter } from './log-search.ts';
import { LogList, type LogListProps } from './logs-list.tsx';

interface LogRowsProps extends Omit<LogListProps, 'filtered'> {
  filter: LogFilter;
}

const PLACEHOLDERS = [1, 2, 3, 4, 5, 6];

/** The rows that match, or that there are none. */
export function LogRows({ filter, ...list }: LogRowsProps) {
  const { search, logs, density } = list;
  const filtered = isFiltered(filter);
  // Another search, or density, has rows of other heights.
  if (logs.rows.length > 0)
    return <LogList key={JSON.stringify([search, density])} {...list} filtered={filtered} />;
  if (logs.state === 'failed') return null;
  return logs.state === 'searching' ? <Searching /> : <NoRows filtered={filtered} />;
}

function Searching() {
  return (
    <Stack gap="sm" p="md" aria-busy="true">
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
