import { ActionIcon, Chip, Group, NativeSelect, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { keyIn } from '../../shared/key-in.ts';
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
  counts: FoundBundles['counts'];
  pager: ReactNode;
}

const SORT_OPTIONS = [
  { value: '', label: 'Newest first' },
  ...Object.entries(BUNDLE_SORTS).map(([value, label]) => ({ value, label })),
];
const FILTERS = Object.entries(BUNDLE_FILTERS) as [BundleFilter, string][];

/** Search, order and filters of the bundle table. A change of them shows the first page. */
export function BundleToolbar({ search, onSearch, counts, pager }: BundleToolbarProps) {
  return (
    <>
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
            <FilterChip value="all" label="All" count={counts.all} />
            {FILTERS.map(([filter, label]) => (
              <FilterChip key={filter} value={filter} label={label} count={counts[filter]} />
            ))}
          </Group>
        </Chip.Group>
        {pager}
      </Group>
    </>
  );
}

/** No tick: one that comes and goes would move the chips beside it. */
const chipVars = () => ({
  root: {
    '--chip-size': 'var(--control-height-small)',
    '--chip-padding': 'var(--mantine-spacing-sm)',
    '--chip-checked-padding': 'var(--mantine-spacing-sm)',
    '--chip-icon-size': '0px',
    '--chip-spacing': '0px',
  },
});

function FilterChip({ value, label, count }: { value: string; label: string; count: number }) {
  return (
    <Chip value={value} size="xs" radius="md" variant="light" display="flex" vars={chipVars}>
      {label}&nbsp;
      <Text span inherit c="dimmed">
        {count.toLocaleString()}
      </Text>
    </Chip>
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
export function BundlePager({ page, count, onPage }: BundlePagerProps) {
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
