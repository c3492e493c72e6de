import { Button, Group } from '@mantine/core';
import { useId, useState } from 'react';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { SearchInput } from '../../ui/search-input.tsx';
import { TimeFilter } from '../../ui/time-filter.tsx';
import {
  INCIDENT_SEVERITIES,
  INCIDENT_SORTS,
  INCIDENT_STATES,
  type IncidentSearch,
  parseIncidentSearch,
} from './incident-search.ts';
import styles from './incidents.module.css';

interface IncidentFiltersProps {
  search: IncidentSearch;
  onSearch: (search: IncidentSearch) => void;
  platforms: readonly Connection[];
}

/** What is looked for, and the order: the address follows what is typed and chosen. */
export function IncidentFilters({ search, onSearch, platforms }: IncidentFiltersProps) {
  const change = (more: IncidentSearch) => onSearch(parseIncidentSearch({ ...search, ...more }));
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { q: _, ...filters } = search;
  const count = Object.values(filters).filter((value) => value !== undefined).length;
  return (
    <Group component="search" gap="xs" px="md" pt="sm" align="end" data-screen-only="">
      <SearchInput
        label="Search"
        placeholder="Cause, name or note"
        flex="3 1 12rem"
        q={search.q}
        onSearch={(q) => change({ q })}
      />
      <Button
        className={styles.more ?? ''}
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      <div id={id} className={styles.filters} data-closed={opened ? undefined : ''}>
        <FilterSelect
          label="State"
          all="All states"
          options={INCIDENT_STATES}
          value={search.state}
          onChange={(state) => change({ state })}
        />
        <FilterSelect
          label="Severity"
          all="All severities"
          options={INCIDENT_SEVERITIES}
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
        <TimeFilter search={search} onChange={change} />
        <FilterSelect
          label="Order"
          all="Problems first"
          options={INCIDENT_SORTS}
          value={search.sort}
          onChange={(sort) => change({ sort })}
        />
      </div>
    </Group>
  );
}
