import { Group, NativeSelect, TextInput } from '@mantine/core';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { SearchInput } from '../../ui/search-input.tsx';
import { LOG_SEVERITIES, LOG_TIMES, type LogSearch, parseLogSearch } from './log-search.ts';

const SEVERITY_OPTIONS = [
  { value: '', label: 'All severities' },
  ...Object.entries(LOG_SEVERITIES).map(([value, label]) => ({ value, label })),
];
const TIME_OPTIONS = [
  { value: '', label: 'Any time' },
  ...Object.entries(LOG_TIMES).map(([value, { label }]) => ({ value, label })),
];

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
      <NativeSelect
        flex="1 1 8rem"
        label="Severity"
        data={SEVERITY_OPTIONS}
        value={search.severity ?? ''}
        onChange={({ currentTarget: { value } }) => change({ severity: value })}
      />
      <NativeSelect
        flex="1 1 8rem"
        label="Platform"
        data={[
          { value: '', label: 'All platforms' },
          ...platforms.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        value={search.platform ?? ''}
        onChange={({ currentTarget: { value } }) => change({ platform: value })}
      />
      <NativeSelect
        flex="1 1 8rem"
        label="Time"
        data={TIME_OPTIONS}
        value={search.time ?? ''}
        onChange={({ currentTarget: { value } }) => change({ time: value })}
      />
      {search.time === 'custom' ? (
        <>
          <MomentInput label="From" value={search.from} onChange={(from) => change({ from })} />
          <MomentInput label="To" value={search.to} onChange={(to) => change({ to })} />
        </>
      ) : null}
    </Group>
  );
}

interface MomentInputProps {
  label: string;
  value: number | undefined;
  onChange: (at: number | undefined) => void;
}

/** The browser's own picker, in the reader's zone. */
function MomentInput({ label, value, onChange }: MomentInputProps) {
  return (
    <TextInput
      flex="1 1 8rem"
      label={label}
      type="datetime-local"
      value={value === undefined ? '' : localInputText(value)}
      onChange={({ currentTarget }) => {
        const at = Date.parse(currentTarget.value);
        onChange(Number.isNaN(at) ? undefined : at);
      }}
    />
  );
}

function localInputText(at: number): string {
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}
