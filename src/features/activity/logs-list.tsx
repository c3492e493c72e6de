import { Button, Group, Text } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { ExportButtons, type OnExport } from '../../ui/export-buttons.tsx';
import { NewRowsButton } from '../../ui/new-rows-button.tsx';
import { SelectAll, SelectionBar, SelectRow } from '../../ui/select-rows.tsx';
import { useHeldRows } from '../../ui/use-held-rows.ts';
import { useReading } from '../../ui/use-reading.ts';
import { useSelection } from '../../ui/use-selection.ts';
import listStyles from './activity-list.module.css';
import { ActivityList } from './activity-list.tsx';
import { LogRow, timesOf } from './log-row.tsx';
import type { LogSearch } from './log-search.ts';
import styles from './logs.module.css';
import type { Logs } from './use-logs.ts';

/** In pixels, as the style sheet has it. */
const ROW_HEIGHTS = { comfortable: 40, compact: 28 } as const;
export type Density = keyof typeof ROW_HEIGHTS;
/** Safari gives a box that scrolls no keyboard focus by itself. */
const FOCUSABLE = { tabIndex: 0 };

export interface LogListProps {
  search: LogSearch;
  logs: Logs;
  platforms: readonly Connection[];
  density: Density;
  filtered: boolean;
  onExportSelected: (
    rows: readonly Activity[],
    ...how: Parameters<OnExport>
  ) => ReturnType<OnExport>;
  onCopy: (rows: readonly Activity[]) => void;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const idOf = ({ id }: Activity) => String(id);

/** The events in a box that scrolls. While somebody reads or selects them, none moves: new ones are counted. */
export function LogList(props: LogListProps) {
  const { search, logs, platforms, density, filtered, onExportSelected, onCopy, now } = props;
  const box = useRef<HTMLElement>(null);
  const isReading = useReading(box);
  const [isSelecting, setSelecting] = useState(false);
  const held = useHeldRows(logs.rows, idOf, isReading || isSelecting, '');
  const { shown } = held;
  const ids = useMemo(() => shown.map(idOf), [shown]);
  const selection = useSelection(ids, ids);
  const hasSelected = selection.ids.size > 0;
  if (isSelecting !== hasSelected) setSelecting(hasSelected);
  const selected = () => shown.filter((row) => selection.ids.has(idOf(row)));
  const names = new Map(platforms.map(({ id, name }) => [id, name]));
  const startAt = useMemo(
    () => shown.findIndex(({ id }) => id === search.row),
    [shown, search.row],
  );

  function showNew(): void {
    held.showNew();
    box.current?.scrollTo({ top: 0 });
  }

  return (
    <div className={styles.rows} data-density={density}>
      <div className={styles.head}>
        <SelectAll label="events" selection={selection} />
      </div>
      <NewRowsButton count={held.newCount} of="events" onShow={showNew} />
      <section {...FOCUSABLE} ref={box} className={listStyles.box} aria-label="System logs, rows">
        <ActivityList
          key={density}
          rows={shown}
          renderRow={(row) => (
            <div
              className={styles.row}
              aria-current={row.id === search.row ? 'true' : undefined}
              data-selected={selection.ids.has(idOf(row)) || undefined}
            >
              <SelectRow id={idOf(row)} label={row.message} selection={selection} />
              <LogRow row={row} platform={names.get(row.platform ?? '')} {...timesOf(row, now)} />
            </div>
          )}
          rowHeight={ROW_HEIGHTS[density]}
          startAt={startAt}
          onEnd={logs.state === 'more' ? logs.readMore : undefined}
        />
        <ListEnd logs={logs} filtered={filtered} sort={search.sort} />
      </section>
      <SelectionBar label="events" selection={selection}>
        <ExportButtons
          count={selection.ids.size}
          selected={selection.ids.size}
          onExport={(...how) => onExportSelected(selected(), ...how)}
        />
        <Button
          size="xs"
          px="xs"
          leftSection={<IconCopy size="0.875rem" aria-hidden="true" />}
          onClick={() => onCopy(selected())}
        >
          Copy
        </Button>
      </SelectionBar>
    </div>
  );
}

/** By the order: what there is behind the last row. */
const REST = { newest: 'older ', oldest: 'newer ', problems: '' } as const;

interface ListEndProps extends Pick<LogListProps, 'logs' | 'filtered'> {
  sort: LogSearch['sort'];
}

function ListEnd({ logs: { state, readMore }, filtered, sort }: ListEndProps) {
  const rest = REST[sort ?? 'newest'];
  return (
    <Group p="sm" justify="center">
      {state === 'more' || state === 'reading' ? (
        <Button size="xs" loading={state === 'reading'} onClick={readMore}>
          Show {rest || 'more '}events
        </Button>
      ) : null}
      {state === 'all' ? (
        <Text size="xs" c="dimmed">
          {filtered ? `No ${rest || 'other '}event matches.` : `No ${rest || 'other '}events.`}
        </Text>
      ) : null}
    </Group>
  );
}
