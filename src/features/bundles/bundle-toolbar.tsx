import { ActionIcon, Chip, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keyIn } from '../../shared/address-values.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import {
  BUNDLE_FILTERS,
  BUNDLE_SORTS,
  type BundleFilter,
  type BundleSearch,
  type FoundBundles,
  PAGE_ROWS,
} from './bundle-search.ts';

/** @param replace the change is no step of its own in the browser's history */
export type OnBundleSearch = (search: Partial<BundleSearch>, replace?: boolean) => void;

interface BundleToolbarProps {
  search: BundleSearch;
  onSearch: OnBundleSearch;
  /** What was found. */
  found: FoundBundles;
  /** The page that is shown, from 1. */
  page: number;
}

const SORT_OPTIONS = [
  { value: '', label: 'Newest first' },
  ...Object.entries(BUNDLE_SORTS).map(([value, label]) => ({ value, label })),
];
const FILTERS = Object.entries({ all: 'All', ...BUNDLE_FILTERS }) as [
  BundleFilter | 'all',
  string,
][];

/** Search, order and filters of the bundle table. A change of them shows the first page. */
export function BundleToolbar({ search, onSearch, found, page }: BundleToolbarProps) {
  const { bundles, counts } = found;
  return (
    <Stack gap="xs" px="md">
      <Group gap="xs">
        <SearchInput
          flex="1 1 8rem"
          maw="24rem"
          aria-label="Search bundles"
          placeholder="Search bundles"
          q={search.q}
          onSearch={(q) => onSearch({ q, page: undefined }, true)}
        />
        <NativeSelect
          aria-label="Sort bundles"
          data={SORT_OPTIONS}
          value={search.sort ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ sort: keyIn(BUNDLE_SORTS, value), page: undefined })
          }
        />
      </Group>
      <Group justify="space-between" gap="xs" mih="var(--control-height)">
        <Chip.Group
          value={search.filter ?? 'all'}
          onChange={(value) => onSearch({ filter: keyIn(BUNDLE_FILTERS, value), page: undefined })}
        >
          <Group gap={6} role="radiogroup" aria-label="Filter bundles">
            {FILTERS.map(([filter, label]) => (
              <Chip key={filter} value={filter}>
                {label}&nbsp;
                <Text span inherit c="dimmed">
                  {counts[filter].toLocaleString()}
                </Text>
              </Chip>
            ))}
          </Group>
        </Chip.Group>
        {bundles.length > PAGE_ROWS ? (
          <BundlePager
            page={page}
            count={bundles.length}
            onPage={(to) => onSearch({ page: to > 1 ? to : undefined })}
          />
        ) : null}
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
