import { Box, Button, Card, Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { useServerNow } from '../../console/connection.ts';
import { useFilter } from '../../console/paged-rows.ts';
import { useRead, useReadData } from '../../console/reads.ts';
import { deviceStorage } from '../../device/storage.ts';
import {
  filterOf,
  LOG_SEVERITIES,
  LOG_SORTS,
  type LogSearch,
  parseLogSearch,
} from '../../domain/log-search.ts';
import { zoneText } from '../../domain/moment.ts';
import { isFiltered, type RowNames } from '../../domain/paged-rows.ts';
import { copyText } from '../../ui/copy-text.ts';
import { ExportButtons, type OnExport } from '../../ui/export-buttons.tsx';
import { FilterBar, platformChoice, TIME } from '../../ui/filters.tsx';
import { NewRowsButton } from '../../ui/new-rows-button.tsx';
import { OlderFailed } from '../../ui/paged-rows.tsx';
import { ReadNote, readTrouble } from '../../ui/read-state.tsx';
import { SelectAll, SelectionBar } from '../../ui/select-rows.tsx';
import listStyles from './activity-list.module.css';
import styles from './logs.module.css';
import { type Density, LogRows, useLogTable } from './logs-list.tsx';
import { exportLogs, logText } from './save-log.ts';
import { countText, useLogs } from './use-logs.ts';
import '../../ui/theme/late-styles.css';

/** Under which the device keeps how dense the rows are. */
const DENSITY = 'log-density';

/** A row changes its text at its own minute. */
const AGES_EVERY_MS = 1000;
/** Safari gives a box that scrolls no keyboard focus by itself. */
const FOCUSABLE = { tabIndex: 0 };
const NOTHING: readonly Activity[] = [];
const NAMES: RowNames = { one: 'event', many: 'events' };

/** Below it there is a margin, above it the strip of platforms where there is no sidebar. */
const SCREEN = '100dvh - var(--shell-header, 4.5rem)';

interface LogsScreenProps {
  /** As it stands in the address. */
  address: object;
  onSearch: (search: LogSearch) => void;
}

/** The log of all events: searched on the server as one types, filtered, read further back, exported. */
export function LogsScreen({ address, onSearch }: LogsScreenProps) {
  const { search, filter } = useFilter(address, parseLogSearch, filterOf);
  const { sort = 'newest' } = search;
  const filtered = isFiltered(filter);
  const read = useRead('activity');
  const platforms = useReadData('connections') ?? [];
  const now = useServerNow(AGES_EVERY_MS);
  const logs = useLogs(read.data ?? NOTHING, filter, search.row, sort);
  const table = useLogTable(logs.rows, search);
  const change = (more: object) => onSearch(parseLogSearch({ ...search, ...more, row: undefined }));
  const filters = {
    severity: { label: 'Severity', all: 'All severities', options: LOG_SEVERITIES },
    platform: platformChoice(platforms),
    sort: { label: 'Order', all: 'Newest first', options: LOG_SORTS },
    time: TIME,
  };
  const [density, setDensity] = useState<Density>(
    deviceStorage.get(DENSITY) === 'compact' ? 'compact' : 'comfortable',
  );
  function changeDensity(): void {
    const next = density === 'compact' ? 'comfortable' : 'compact';
    deviceStorage.set(DENSITY, next);
    setDensity(next);
  }
  const { selection } = table;
  const count = selection.ids.size;
  const exportOf =
    (selected: readonly Activity[] | undefined): OnExport =>
    (way) =>
      exportLogs({
        ...way,
        filter,
        sort,
        selected,
        platforms,
        shown: logs.rows,
        knownAt: read.at,
      });
  const copySelected = () =>
    void copyText(
      logText(table.selected(), platforms),
      `Copied ${count === 1 ? '1 event' : `${count.toLocaleString()} events`}`,
    );
  return (
    <Card
      component="section"
      aria-label="System logs"
      padding={0}
      // The page itself does not scroll: the filters stay in view.
      h={{ base: 'auto', sm: `calc(${SCREEN} - 9.25rem)`, md: `calc(${SCREEN} - 5rem)` }}
      mih="24rem"
      // What sticks inside must not be cut off by the card.
      style={{ overflow: 'visible' }}
    >
      <FilterBar filters={filters} search={search} onChange={change} />
      <Group gap={4} px="md" py="xs">
        <SelectAll label="events" selection={selection} />
        <Text size="sm" c="dimmed" role="status" flex="1 1 10rem" ml={4}>
          {countText(logs, filtered, sort)}
          {logs.state === 'searching' ? <Loader size="0.75rem" ml="xs" aria-hidden="true" /> : null}
        </Text>
        <Text size="xs" c="dimmed">
          Times in {zoneText(now)}
        </Text>
        <Button size="xs" px="xs" aria-pressed={density === 'compact'} onClick={changeDensity}>
          Compact
        </Button>
        <ExportButtons count={logs.rows.length} onExport={exportOf(undefined)} />
      </Group>
      <OlderFailed
        paged={logs}
        names={NAMES}
        what={filtered ? 'The server could not be searched' : undefined}
      />
      <Box px="md" pb={readTrouble(read) ? 'xs' : 0}>
        <ReadNote read={read} />
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
          <LogRows
            search={search}
            logs={logs}
            platforms={platforms}
            table={table}
            density={density}
            filtered={filtered}
            now={now}
          />
        </section>
      </div>
      <SelectionBar label="events" selection={selection}>
        <Button size="xs" onClick={copySelected}>
          Copy as text
        </Button>
        <ExportButtons count={count} selected={count} onExport={exportOf(table.selected())} />
      </SelectionBar>
    </Card>
  );
}
