import { Group } from '@mantine/core';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TimeFilter } from '../../ui/time-filter.tsx';
import { LOG_SEVERITIES, LOG_SORTS, type LogSearch, parseLogSearch } from './log-search.ts';

interface LogFiltersProps {
  search: LogSearch;
  onSearch: (search: LogSearch) => void;
  platforms: readonly Connection[];
}

/** What is looked for: the address follows what is typed. */
export function LogFilters({ search, onSearch, platforms }: LogFiltersProps) {
  const change = (more: Partial<Record<keyof LogSearch, unknown>>) =>
    onSearch(parseLogSearch({ ...search, ...more, row: undefined }));
  return (
    <Group component="search" gap="xs" px="md" pt="sm" align="end">
      <SearchInput label="Search" flex="4 1 14rem" q={search.q} onSearch={(q) => change({ q })} />
      <FilterSelect
        label="Severity"
        all="All severities"
        options={LOG_SEVERITIES}
        value={search.severity}
        onChange={(severity) => change({ severity })}
      />
      <FilterSelect
        label="Platform"
        all="All platforms"
        options={Object.fromEntries(platforms.map(({ id, name }) => [id, name]))}
        value={search.platform}
        onChange={(platform) => change({ platform })}
      />
      <FilterSelect
        label="Order"
        all="Newest first"
        options={LOG_SORTS}
        value={search.sort}
        onChange={(sort) => change({ sort })}
      />
      <TimeFilter search={search} onChange={change} />
    </Group>
  );
}
