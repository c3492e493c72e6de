import {
  Box,
  Button,
  Card,
  type CardProps,
  Group,
  Loader,
  Skeleton,
  Stack,
  Text,
} from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useServerNow } from '../../console/connection.ts';
import { zoneText } from '../../domain/moment.ts';
import type { PagedRows } from '../../domain/paged-rows.ts';
import type { TableSearch } from '../../domain/table-search.ts';
import { userMessageOf } from '../../shared/outcome.ts';
import { ExportButtons, type OnExport } from '../export-buttons.tsx';
import { FilterBar, type FilterBarProps } from '../filters.tsx';
import { ReadNote, type ReadState, readTrouble } from '../read-state.tsx';
import { SelectAll, SelectionBar } from './select-rows.tsx';
import { TableRows, type TableRowsProps } from './table-rows.tsx';

interface TableScreenProps<Row, Search>
  extends Omit<TableRowsProps<Row>, 'children' | 'onEnd'>,
    FilterBarProps<Search> {
  /** Of the section. */
  label: string;
  /** Of the section. */
  card?: CardProps;
  /** Before the filters. */
  about?: ReactNode;
  source: PagedRows<Row>;
  /** The newest rows, which are read again and again. */
  read: ReadState;
  /** How many rows there are. */
  countText: string;
  /** More buttons. */
  buttons?: ReactNode;
  /** Between the buttons and the rows. */
  note?: ReactNode;
  /** Said when the server could not be asked; left out: that older rows could not be read. */
  failed?: string | undefined;
  /** Said behind the last row of all. */
  end?: string;
  /** Of the button that reads on. */
  more?: string;
  /** Stands there instead of rows. */
  empty: ReactNode;
  /** @param selected these alone; undefined: every one that matches */
  exportOf: (selected?: readonly Row[]) => OnExport;
  /** What else can be done with the selected rows. */
  selectedActions?: ReactNode;
}

/** A table whose rows the server has too many of to answer all at once: filtered, read further back, selected, exported. */
export function TableScreen<Row extends object, Search extends TableSearch>(
  props: TableScreenProps<Row, Search>,
) {
  const { label, card, about, source, names, table, buttons, exportOf, labelOf } = props;
  return (
    <Card
      component="section"
      aria-label={label}
      padding={0}
      // What sticks inside must not be cut off by the card.
      style={{ overflow: 'visible' }}
      {...card}
    >
      {about}
      <FilterBar {...props} />
      <Group gap="xs" px="md" py="xs">
        {labelOf && props.layout === 'list' ? <SelectAll label={names.many} table={table} /> : null}
        <Count text={props.countText} state={source.state} />
        <Zone />
        {buttons}
        <ExportButtons count={source.rows.length} onExport={exportOf()} />
      </Group>
      <Troubles {...props} />
      {props.note}
      <Rows {...props} />
      {labelOf ? (
        <SelectionBar label={names.many} table={table}>
          {props.selectedActions}
          <ExportButtons
            count={table.selected.length}
            selected={table.selected.length}
            onExport={exportOf(table.selected)}
          />
        </SelectionBar>
      ) : null}
    </Card>
  );
}

function Rows<Row extends object, Search>(props: TableScreenProps<Row, Search>) {
  const { source, read, names, table, box, empty } = props;
  const { end = `No older ${names.many}.`, more = `Show older ${names.many}` } = props;
  if (table.shown.length === 0)
    return source.state === 'searching' && !read.failure ? <RowsPlaceholder /> : empty;
  const rest = <Rest source={source} end={end} more={more} />;
  const onEnd = box && source.state === 'more' ? source.readOlder : undefined;
  return (
    <>
      <TableRows key={props.rowHeight} {...props} onEnd={onEnd}>
        {box ? rest : null}
      </TableRows>
      {box ? null : rest}
    </>
  );
}

interface CountProps {
  text: string;
  state: PagedRows<unknown>['state'];
}

/** Announced when a search or a page has come, not with each row that happens. */
function Count({ text, state }: CountProps) {
  const [said, setSaid] = useState(state);
  useEffect(() => setSaid(state), [state]);
  const isBusy = state === 'searching' || state === 'reading';
  return (
    <Text
      size="sm"
      c="dimmed"
      role="status"
      aria-live={said === state ? 'off' : 'polite'}
      flex="1 1 10rem"
    >
      {text}
      {isBusy ? <Loader size="0.75rem" ml="xs" aria-hidden="true" /> : null}
    </Text>
  );
}

function Zone() {
  return (
    <Text size="xs" c="dimmed">
      Times in {zoneText(useServerNow())}
    </Text>
  );
}

type TroublesProps = Pick<TableScreenProps<never, never>, 'failed' | 'names' | 'read'> & {
  source: PagedRows<unknown>;
};

/** That the server could not be asked, and how old the rows are; nothing otherwise. */
function Troubles({ source, read, names, failed }: TroublesProps) {
  return (
    <>
      {source.state === 'failed' && !read.failure ? (
        <Group px="md" pb="xs" gap="xs" role="alert">
          <Text size="sm" c="yellow">
            {failed ?? `Older ${names.many} could not be read`}: {userMessageOf(source.error)}
          </Text>
          <Button size="xs" onClick={source.retry}>
            Try again
          </Button>
        </Group>
      ) : null}
      {read.at !== undefined && readTrouble(read) ? (
        <Box px="md" pb="xs">
          <ReadNote read={read} />
        </Box>
      ) : null}
    </>
  );
}

interface RestProps {
  source: PagedRows<unknown>;
  end: string;
  more: string;
}

/** Reads the next page, or says that there is none. */
function Rest({ source: { state, readOlder }, end, more }: RestProps) {
  if (state === 'all')
    return (
      <Text size="xs" c="dimmed" ta="center" p="sm">
        {end}
      </Text>
    );
  if (state !== 'more' && state !== 'reading') return null;
  return (
    <Group p="sm" justify="center" data-screen-only="">
      <Button size="xs" loading={state === 'reading'} onClick={readOlder}>
        {more}
      </Button>
    </Group>
  );
}

const PLACEHOLDERS = [1, 2, 3, 4, 5, 6];

/** Stands where rows will be. */
function RowsPlaceholder() {
  return (
    <Stack gap="sm" p="md" aria-busy="true">
      {PLACEHOLDERS.map((place) => (
        <Skeleton key={place} height="1.75rem" />
      ))}
    </Stack>
  );
}
