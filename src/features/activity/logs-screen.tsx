import { Box, Button, Card, Group, Loader, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { useServerNow } from '../../client/connection.ts';
import { useRead } from '../../client/reads.ts';
import { zoneText } from '../../shared/moment.ts';
import { userMessageOf } from '../../shared/outcome.ts';
import { deviceStorage } from '../../shared/storage.ts';
import { ExportButtons, type OnExport } from '../../ui/export-buttons.tsx';
import { NewRowsButton } from '../../ui/new-rows-button.tsx';
import { ReadNote, type ReadState, readTrouble } from '../../ui/read-state.tsx';
import { SelectAll, SelectionBar } from '../../ui/select-rows.tsx';
import listStyles from './activity-list.module.css';
import {
  filterOf,
  isFiltered,
  type LogFilter,
  type LogSearch,
  parseLogSearch,
} from './log-search.ts';
import styles from './logs.module.css';
import { LogFilters } from './logs-filters.tsx';
import { type Density, type LogListProps, type LogTable, useLogTable } from './logs-list.tsx';
import { LogRows } from './logs-rows.tsx';
import { copyLogs, exportLogs, exportSelectedLogs } from './save-log.ts';
import { countText, useLogs } from './use-logs.ts';
import '../../ui/theme/late-styles.css';

/** Under which the device keeps how dense the rows are. */
const DENSITY = 'log-density';

/** A row changes its text at its own minute. */
const AGES_EVERY_MS = 1000;
const MINUTE_MS = 60_000;
/** Safari gives a box that scrolls no keyboard focus by itself. */
const FOCUSABLE = { tabIndex: 0 };
const NOTHING: readonly Activity[] = [];

interface LogsScreenProps extends Pick<LogsViewProps, 'onSearch'> {
  /** As it stands in the address. */
  address: object;
}

/** The system logs with their data. */
export function LogsScreen({ address, onSearch }: LogsScreenProps) {
  const search = useMemo(() => parseLogSearch({ ...address }), [address]);
  const activity = useRead('activity');
  const platforms = useRead('connections').data ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const filter = useMemo(() => filterOf(search, minute), [search, minute]);
  const { sort = 'newest' } = search;
  const logs = useLogs(activity.data ?? NOTHING, filter, search.row, sort);
  const knownAt = activity.at;
  return (
    <LogsView
      search={search}
      onSearch={onSearch}
      filter={filter}
      logs={logs}
      read={activity}
      platforms={platforms}
      onExport={(format, onProgress) =>
        exportLogs({ format, filter, sort, shown: logs.rows, knownAt, platforms, onProgress })
      }
      onExportSelected={(shown, format, onProgress) =>
        exportSelectedLogs({ format, shown, knownAt, onProgress })
      }
      onCopy={(rows) => void copyLogs(rows, platforms)}
      now={now}
    />
  );
}

interface LogsViewProps extends Pick<LogListProps, 'search' | 'logs' | 'platforms' | 'now'> {
  onSearch: (search: LogSearch) => void;
  /** Of the search, as of now. */
  filter: LogFilter;
  /** Of the newest rows, which are kept current. */
  read: ReadState;
  onExport: OnExport;
  onExportSelected: (
    rows: readonly Activity[],
    ...how: Parameters<OnExport>
  ) => ReturnType<OnExport>;
  onCopy: (rows: readonly Activity[]) => void;
}

/** The log of all events: searched on the server as one types, filtered, read further back, exported. */
export function LogsView(props: LogsViewProps) {
  const { search, onSearch, filter, logs, read, now } = props;
  const table = useLogTable(logs.rows, search);
  const [density, setDensity] = useState<Density>(
    deviceStorage.get(DENSITY) === 'compact' ? 'compact' : 'comfortable',
  );
  function changeDensity(): void {
    const next = density === 'compact' ? 'comfortable' : 'compact';
    deviceStorage.set(DENSITY, next);
    setDensity(next);
  }
  return (
    <Card
      component="section"
      aria-label="System logs"
      padding={0}
      // The page itself does not scroll: the filters stay in view.
      h={{ base: 'auto', sm: 'calc(100dvh - var(--app-shell-header-height, 4.5rem) - 5rem)' }}
      mih="24rem"
      // What sticks inside must not be cut off by the card.
      style={{ overflow: 'visible' }}
    >
      <LogFilters {...props} />
      <LogBar
        {...props}
        table={table}
        isCompact={density === 'compact'}
        onDensity={changeDensity}
      />
      {logs.state === 'failed' ? <SearchFailed logs={logs} filter={filter} /> : null}
      <Box px="md" pb={readTrouble(read) ? 'xs' : 0}>
        <ReadNote read={read} now={now} />
      </Box>
      {search.row === undefined ? null : (
        <Group px="md" pb="xs" gap="xs">
          <Text size="sm">Events around one event.</Text>
          <Button size="xs" onClick={() => onSearch({})}>
            Show the newest
          </Button>
        </Group>
      )}
      <div className={styles.rows} data-density={density}>
        <NewRowsButton count={table.newCount} of="event" onShow={table.showNew} />
        <section
          {...FOCUSABLE}
          ref={table.box}
          className={listStyles.box}
          aria-label="System logs, rows"
        >
          <LogRows {...props} table={table} density={density} />
        </section>
      </div>
      <LogSelection {...props} table={table} />
    </Card>
  );
}

interface LogBarProps extends LogsViewProps {
  table: LogTable;
  isCompact: boolean;
  onDensity: () => void;
}

function LogBar(props: LogBarProps) {
  const { search, logs, filter, table, isCompact, onDensity, onExport, now } = props;
  return (
    <Group gap={4} px="md" py="xs">
      <SelectAll label="events" selection={table.selection} />
      <Text size="sm" c="dimmed" role="status" flex="1 1 10rem" ml={4}>
        {countText(logs, isFiltered(filter), search.sort ?? 'newest')}
        {logs.state === 'searching' ? <Loader size="0.75rem" ml="xs" aria-hidden="true" /> : null}
      </Text>
      <Text size="xs" c="dimmed">
        Times in {zoneText(now)}
      </Text>
      <Button size="xs" px="xs" aria-pressed={isCompact} onClick={onDensity}>
        Compact
      </Button>
      <ExportButtons count={logs.rows.length} onExport={onExport} />
    </Group>
  );
}

/** What can be done with all selected events at once. */
function LogSelection({
  table: { selection, selected },
  onExportSelected,
  onCopy,
}: LogsViewProps & { table: LogTable }) {
  const count = selection.ids.size;
  return (
    <SelectionBar label="events" selection={selection}>
      <Button size="xs" onClick={() => onCopy(selected())}>
        Copy as text
      </Button>
      <ExportButtons
        count={count}
        selected={count}
        onExport={(...how) => onExportSelected(selected(), ...how)}
      />
    </SelectionBar>
  );
}

function SearchFailed({ logs, filter }: Pick<LogsViewProps, 'logs' | 'filter'>) {
  return (
    <Group px="md" pb="xs" gap="xs" role="alert">
      <Text size="sm" c="yellow">
        {isFiltered(filter) ? 'The server could not be searched' : 'Older events could not be read'}
        : {userMessageOf(logs.error)}
      </Text>
      <Button size="xs" onClick={logs.retry}>
        Try again
      </Button>
    </Group>
  );
}
