import type { Connection } from '../../../contract/shapes/mesh.ts';
import { FilterBar } from '../../ui/filter-bar.tsx';
import { FilterSelect } from '../../ui/filter-select.tsx';
import { TimeFilter } from '../../ui/time-filter.tsx';
import {
  INCIDENT_SEVERITIES,
  INCIDENT_SORTS,
  INCIDENT_STATES,
  type IncidentSearch,
  parseIncidentSearch,
} from './incident-search.ts';

interface IncidentFiltersProps {
  search: IncidentSearch;
  onSearch: (search: IncidentSearch) => void;
  platforms: readonly Connection[];
}

/** What is looked for, and the order: the address follows what is typed and chosen. */
export function IncidentFilters({ search, onSearch, platforms }: IncidentFiltersProps) {
  const change = (more: IncidentSearch) => onSearch(parseIncidentSearch({ ...search, ...more }));
  return (
    <FilterBar placeholder="Cause, name or note" search={search} onSearch={(q) => change({ q })}>
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
    </FilterBar>
  );
}
