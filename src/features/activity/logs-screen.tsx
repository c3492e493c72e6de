import { Button, type CardProps, Group, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { useTableSearch } from '../../console/paged-rows.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { deviceStorage } from '../../device/storage.ts';
import {
  filterOf,
  LOG_SEVERITIES,
  LOG_SORTS,
  type LogSearch,
  logSearch,
} from '../../domain/log-search.ts';
import { isFiltered, type RowNames } from '../../domain/paged-rows.ts';
import { copyText } from '../../ui/copy-text.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { platformChoice, TIME } from '../../ui/filters.tsx';
import { ReadFailed, type ReadState } from '../../ui/read-state.tsx';
import { TableScreen } from '../../ui/table-screen/table-screen.tsx';
import { useTable } from '../../ui/table-screen/use-table.ts';
import { logColumns } from './log-columns.tsx';
import styles from './logs.module.css';
import { exportLogs, logText } from './save-log.ts';
import { eventCountText, type Logs, useLogs } from './use-logs.ts';
import '../../ui/theme/late-styles.css';

/** Under which the device keeps how dense the rows are. */
const DENSITY = 'log-density';
/** In pixels, as the style sheet has it. */
const ROW_HEIGHTS = { comfortable: 40, compact: 28 } as const;
type Density = keyof typeof ROW_HEIGHTS;

const NOTHING: readonly Activity[] = [];
const NO_PLATFORMS: readonly Connection[] = [];
const NAMES: RowNames = { one: 'event', many: 'events' };
const idOf = ({ id }: Activity) => String(id);

/** Below it there is a margin, above it the tabs, and the note of where the platforms come from where there is no sidebar. */
const SCREEN = '100dvh - var(--shell-header, 4.5rem)';
/** The page itself does not scroll: the filters stay in view. */
const CARD: CardProps = {
  h: { base: 'auto', sm: `calc(${SCREEN} - 9.25rem)`, md: `calc(${SCREEN} - 5.5rem)` },
  mih: '24rem',
};

function useDensity(): [Density, () => void] {
  const [density, setDensity] = useState<Density>(
    deviceStorage.get(DENSITY) === 'compact' ? 'compact' : 'comfortable',
  );
  function change(): void {
    const next = density === 'compact' ? 'comfortable' : 'compact';
    deviceStorage.set(DENSITY, next);
    setDensity(next);
  }
  return [density, change];
}

interface LogsScreenProps {
  /** As it stands in the address. */
  address: object;
  onSearch: (search: LogSearch) => void;
}

/** The log of all events: searched on the server as one types, filtered, read further back, exported. */
export function LogsScreen({ address, onSearch }: LogsScreenProps) {
  const { search, filter, list } = useTableSearch(address, logSearch, filterOf);
  const { sort = 'newest', row } = search;
  const filtered = isFiltered(filter);
  const read = useRead('activity');
  const platforms = useReadData('connections') ?? NO_PLATFORMS;
  const source = useLogs(read.data ?? NOTHING, filter, row, sort);
  const table = useTable({ rows: source.rows, idOf, list });
  const columns = useMemo(() => logColumns(platforms), [platforms]);
  const startAt = useMemo(
    () => (row === undefined ? -1 : table.listed.findIndex(({ id }) => id === row)),
    [table.listed, row],
  );
  const [density, changeDensity] = useDensity();
  const rest = REST[sort];
  return (
    <TableScreen
      label="System logs"
      card={CARD}
      filters={{
        severity: { label: 'Severity', all: 'All severities', options: LOG_SEVERITIES },
        platform: platformChoice(platforms),
        sort: { label: 'Order', all: 'Newest first', options: LOG_SORTS },
        time: TIME,
      }}
      search={search}
      onChange={(more) => onSearch(logSearch.parse({ ...search, ...more, row: undefined }))}
      {...{ source, read, table, columns }}
      names={NAMES}
      countText={eventCountText(source, filtered, sort)}
      buttons={
        <Button size="xs" px="xs" aria-pressed={density === 'compact'} onClick={changeDensity}>
          Compact
        </Button>
      }
      failed={filtered ? 'The server could not be searched' : undefined}
      note={row === undefined ? null : <AroundRow onNewest={() => onSearch({})} />}
      layout="list"
      box="System logs, rows"
      className={density === 'compact' ? `${styles.row} ${styles.compact}` : styles.row}
      rowHeight={ROW_HEIGHTS[density]}
      labelOf={({ message }) => message}
      rowProps={({ id }) => ({ 'aria-current': id === row ? 'true' : undefined })}
      startAt={startAt}
      more={`Show ${rest || 'more '}events`}
      end={filtered ? `No ${rest || 'other '}event matches.` : `No ${rest || 'other '}events.`}
      empty={<NoRows state={source.state} read={read} filtered={filtered} />}
      exportOf={exportLogs({ filter, sort, platforms, known: source.rows, knownAt: read.at })}
      selectedActions={<CopySelected rows={table.selected} platforms={platforms} />}
    />
  );
}

interface NoRowsProps {
  state: Logs['state'];
  read: ReadState;
  filtered: boolean;
}

function NoRows({ state, read, filtered }: NoRowsProps) {
  if (state === 'failed')
    return read.failure && read.at === undefined ? (
      <ReadFailed text="The logs could not be read" failure={read.failure} />
    ) : null;
  return (
    <EmptyState
      title={filtered ? 'No events match' : 'No activity logs available'}
      description={filtered ? 'All events on the server were searched.' : undefined}
      icon={<IconListSearch />}
    />
  );
}

/** By the order: what there is behind the last row. */
const REST = { newest: 'older ', oldest: 'newer ', problems: '' } as const;

const AroundRow = ({ onNewest }: { onNewest: () => void }) => (
  <Group px="md" pb="xs" gap="xs">
    <Text size="sm">Events around one event.</Text>
    <Button size="xs" onClick={onNewest}>
      Show the newest
    </Button>
  </Group>
);

interface CopySelectedProps {
  rows: readonly Activity[];
  platforms: readonly Connection[];
}

function CopySelected({ rows, platforms }: CopySelectedProps) {
  const count = rows.length === 1 ? '1 event' : `${rows.length.toLocaleString()} events`;
  return (
    <Button size="xs" onClick={() => void copyText(logText(rows, platforms), `Copied ${count}`)}>
      Copy as text
    </Button>
  );
}
