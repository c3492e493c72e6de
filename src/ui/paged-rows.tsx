import { Button, Group, Loader, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { zoneText } from '../domain/moment.ts';
import { countText, type PagedRows, type RowNames } from '../domain/paged-rows.ts';
import { userMessageOf } from '../shared/outcome.ts';
import { ExportButtons, type OnExport } from './export-buttons.tsx';

/** What stands around rows that are read page by page. */

interface PagedProps {
  paged: PagedRows<unknown>;
  names: RowNames;
}

interface RowsBarProps extends PagedProps {
  filtered: boolean;
  onExport: OnExport;
  /** Server time now, epoch milliseconds. */
  now: number;
  /** More buttons. */
  children?: ReactNode;
}

/** How many rows there are, the zone of their times, and the buttons that export them. */
export function RowsBar({ paged, names, filtered, onExport, now, children }: RowsBarProps) {
  const isBusy = paged.state === 'searching' || paged.state === 'reading';
  return (
    <Group gap="xs" px="md" py="xs">
      <Text size="sm" c="dimmed" role="status" flex="1 1 12rem">
        {countText(paged, filtered, names)}
        {isBusy ? <Loader size="0.75rem" ml="xs" aria-hidden="true" /> : null}
      </Text>
      <Text size="xs" c="dimmed">
        Times in {zoneText(now)}
      </Text>
      {children}
      <ExportButtons count={paged.rows.length} onExport={onExport} />
    </Group>
  );
}

interface OlderFailedProps extends PagedProps {
  /** What failed, when it is not to read older rows. */
  what?: string | undefined;
}

/** That the server could not be asked; nothing otherwise. */
export function OlderFailed({ paged, names, what }: OlderFailedProps) {
  if (paged.state !== 'failed') return null;
  return (
    <Group px="md" pb="xs" gap="xs" role="alert">
      <Text size="sm" c="yellow">
        {what ?? `Older ${names.many} could not be read`}: {userMessageOf(paged.error)}
      </Text>
      <Button size="xs" onClick={paged.retry}>
        Try again
      </Button>
    </Group>
  );
}

/** Reads the next page, or says that there is none. */
export function ShowOlder({ paged: { state, readOlder, rows }, names }: PagedProps) {
  if (state === 'all' && rows.length > 0)
    return (
      <Text size="xs" c="dimmed" ta="center" p="sm">
        No older {names.many}.
      </Text>
    );
  if (state !== 'more' && state !== 'reading') return null;
  return (
    <Group p="sm" justify="center" data-screen-only="">
      <Button size="xs" loading={state === 'reading'} onClick={readOlder}>
        Show older {names.many}
      </Button>
    </Group>
  );
}

const PLACEHOLDERS = [1, 2, 3, 4, 5, 6];

/** Stands where rows will be. */
export function RowsPlaceholder({ height = '1.75rem' }: { height?: string }) {
  return (
    <Stack gap="sm" p="md" aria-busy="true">
      {PLACEHOLDERS.map((place) => (
        <Skeleton key={place} height={height} />
      ))}
    </Stack>
  );
}
