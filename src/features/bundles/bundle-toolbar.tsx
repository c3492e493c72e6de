import { ActionIcon, Chip, Group, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { keyIn } from '../../domain/address-values.ts';
import type { BundleStage } from '../../domain/bundle-state.ts';
import { ExportButtons, type OnExport } from '../../ui/export-buttons.tsx';
import { FilterBar, TIME } from '../../ui/filters.tsx';
import {
  BUNDLE_FILTERS,
  BUNDLE_SORTS,
  type BundleSearch,
  type FoundBundles,
  PAGE_ROWS,
} from './bundle-search.ts';

/** @param replace the change is no step of its own in the browser's history */
export type OnBundleSearch = (search: Partial<BundleSearch>, replace?: boolean) => void;

interface BundleToolbarProps {
  search: BundleSearch;
  onSearch: OnBundleSearch;
  platforms: readonly Pick<Connection, 'id' | 'name'>[];
  /** How many were found, by filter. */
  counts: FoundBundles['counts'];
  /** Of the bundles that are listed. */
  count: number;
  onExport: OnExport;
  /** The page that is shown, from 1. */
  page: number;
}

const FILTERS = Object.entries({ all: 'All', ...BUNDLE_FILTERS }) as [
  BundleStage | 'all',
  string,
][];
/** They pass, or are not of the specification: last and only while there are some, so that no other chip moves. */
const PASSING: readonly string[] = ['validating', 'deploying', 'other'];

/** Search, order and filters of the bundle table. A change of them shows the first page. */
export function BundleToolbar(props: BundleToolbarProps) {
  const { search, onSearch, platforms, counts, count, page, onExport } = props;
  const change = (more: BundleSearch) => onSearch({ ...more, page: undefined });
  return (
    <Stack gap="xs">
      <FilterBar
        of="bundles"
        placeholder="Name, platform or reason"
        filters={{
          platform: {
            label: 'Platform',
            all: 'Any platform',
            options: Object.fromEntries(platforms.map(({ name }) => [name, name])),
          },
          time: TIME,
          sort: { label: 'Order', all: 'Newest first', options: BUNDLE_SORTS },
        }}
        search={search}
        onChange={(more) =>
          // What is typed is no step of the browser's history.
          'q' in more ? onSearch({ ...more, page: undefined }, true) : change(more)
        }
      />
      <Group px="md" justify="space-between" gap="xs" mih="var(--control-height)">
        <Chip.Group
          value={search.filter ?? 'all'}
          onChange={(value) => change({ filter: keyIn(BUNDLE_FILTERS, value) })}
        >
          <Group
            gap={6}
            role="radiogroup"
            aria-label="Filter bundles"
            wrap="nowrap"
            style={{ overflowX: 'auto' }}
          >
            {FILTERS.filter(
              ([filter]) =>
                !PASSING.includes(filter) || counts[filter] > 0 || filter === search.filter,
            ).map(([filter, label]) => (
              <Chip key={filter} value={filter}>
                {label}&nbsp;
                <Text span inherit c="dimmed">
                  {counts[filter].toLocaleString()}
                </Text>
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        <Group gap="xs">
          {count > PAGE_ROWS ? (
            <BundlePager
              page={page}
              count={count}
              onPage={(to) => onSearch({ page: to > 1 ? to : undefined })}
            />
          ) : null}
          <ExportButtons count={count} onExport={onExport} />
        </Group>
      </Group>
    </Stack>
  );
}

interface BundlePagerProps {
  /** From 1. */
  page: number;
  count: number;
  onPage: (page: number) => void;
}

/**
 * Turns the pages of the table. It stands above the rows: a second click lands on it again, and never on a row's
 * button that has moved under the pointer.
 */
function BundlePager({ page, count, onPage }: BundlePagerProps) {
  const first = (page - 1) * PAGE_ROWS + 1;
  const last = Math.min(count, page * PAGE_ROWS);
  const turn = (to: number, isPossible: boolean) => ({
    'aria-disabled': !isPossible,
    ...(!isPossible && { 'data-disabled': true, bg: 'transparent' }),
    onClick: () => isPossible && onPage(to),
  });
  return (
    <Group component="nav" aria-label="Pages of bundles" gap={4} wrap="nowrap">
      <Text size="sm" c="dimmed" role="status" style={{ fontVariantNumeric: 'tabular-nums' }}>
        {first.toLocaleString()}–{last.toLocaleString()} of {count.toLocaleString()}
      </Text>
      <ActionIcon aria-label="Previous page" {...turn(page - 1, page > 1)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon aria-label="Next page" {...turn(page + 1, last < count)}>
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </Group>
  );
}
