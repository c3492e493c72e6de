import { Button, EmptyState, Group, Text } from '@mantine/core';
import { IconListSearch } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Activity } from '../../../contract/shapes/activity.ts';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import type { LogSearch } from '../../domain/log-search.ts';
import { RowsPlaceholder } from '../../ui/paged-rows.tsx';
import { SelectRow } from '../../ui/select-rows.tsx';
import { useHeldRows } from '../../ui/use-held-rows.ts';
import { useReading } from '../../ui/use-reading.ts';
import { useSelection } from '../../ui/use-selection.ts';
import { ActivityList } from './activity-list.tsx';
import { LogRow, timesOf } from './log-row.tsx';
import styles from './logs.module.css';
import type { Logs } from './use-logs.ts';

/** In pixels, as the style sheet has it. */
const ROW_HEIGHTS = { comfortable: 40, compact: 28 } as const;
export type Density = keyof typeof ROW_HEIGHTS;

interface LogListProps {
  search: LogSearch;
  logs: Logs;
  platforms: readonly Connection[];
  table: LogTable;
  density: Density;
  filtered: boolean;
  /** Server time now, epoch milliseconds. */
  now: number;
}

const idOf = ({ id }: Activity) => String(id);

type LogTable = ReturnType<typeof useLogTable>;

/**
 * Which events are shown, in a box that scrolls, and which are selected. While somebody reads or selects them, none
 * moves: new ones are counted.
 */
export function useLogTable(rows: readonly Activity[], search: LogSearch) {
  const box = useRef<HTMLElement>(null);
  const isReading = useReading(box);
  const [isSelecting, setSelecting] = useState(false);
  const list = JSON.stringify(search);
  const { shown, newCount, showNew } = useHeldRows(rows, idOf, isReading || isSelecting, list);
  const ids = useMemo(() => shown.map(idOf), [shown]);
  const selection = useSelection(ids, ids);
  const hasSelected = selection.ids.size > 0;
  if (isSelecting !== hasSelected) setSelecting(hasSelected);
  const isAtRow = search.row !== undefined;
  useEffect(() => {
    // Another search begins at its first row, unless it leads to one.
    if (list && !isAtRow) box.current?.scrollTo({ top: 0 });
  }, [list, isAtRow]);
  return {
    box,
    shown,
    newCount,
    showNew() {
      showNew();
      box.current?.scrollTo({ top: 0 });
    },
    selection,
    selected: () => shown.filter((row) => selection.ids.has(idOf(row))),
  };
}

/** The rows that match, or that there are none. */
export function LogRows(props: LogListProps) {
  const { search, logs, density, filtered } = props;
  // Another search, or density, has rows of other heights.
  if (logs.rows.length > 0) return <LogList key={JSON.stringify([search, density])} {...props} />;
  if (logs.state === 'failed') return null;
  if (logs.state === 'searching') return <RowsPlaceholder height="1.25rem" />;
  return (
    <EmptyState
      title={filtered ? 'No events match' : 'No activity logs available'}
      description={filtered ? 'All events on the server were searched.' : undefined}
      icon={<IconListSearch />}
    />
  );
}

/** The events inside of their box. */
function LogList(props: LogListProps) {
  const { search, logs, platforms, table, density, filtered, now } = props;
  const { shown, selection } = table;
  const names = new Map(platforms.map(({ id, name }) => [id, name]));
  const startAt = useMemo(
    () => shown.findIndex(({ id }) => id === search.row),
    [shown, search.row],
  );
  return (
    <>
      <ActivityList
        rows={shown}
        renderRow={(row) => (
          <div
            className={styles.row}
            aria-current={row.id === search.row ? 'true' : undefined}
            data-selected={selection.ids.has(idOf(row)) || undefined}
          >
            <span className={styles.check}>
              <SelectRow id={idOf(row)} label={row.message} selection={selection} />
            </span>
            <LogRow row={row} platform={names.get(row.platform ?? '')} {...timesOf(row, now)} />
          </div>
        )}
        rowHeight={ROW_HEIGHTS[density]}
        startAt={startAt}
        onEnd={logs.state === 'more' ? logs.readOlder : undefined}
      />
      <ListEnd logs={logs} filtered={filtered} sort={search.sort} />
    </>
  );
}

/** By the order: what there is behind the last row. */
const REST = { newest: 'older ', oldest: 'newer ', problems: '' } as const;

interface ListEndProps extends Pick<LogListProps, 'logs' | 'filtered'> {
  sort: LogSearch['sort'];
}

function ListEnd({ logs: { state, readOlder }, filtered, sort }: ListEndProps) {
  const rest = REST[sort ?? 'newest'];
  return (
    <Group p="sm" justify="center">
      {state === 'more' || state === 'reading' ? (
        <Button size="xs" loading={state === 'reading'} onClick={readOlder}>
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
