import { TextInput } from '@mantine/core';
import { TIME_RANGES, type TimeSearch } from '../shared/time-range.ts';
import { FilterSelect } from './filter-select.tsx';

const OPTIONS = Object.fromEntries(
  Object.entries(TIME_RANGES).map(([time, { label }]) => [time, label]),
) as Record<keyof typeof TIME_RANGES, string>;

interface TimeFilterProps {
  search: TimeSearch;
  onChange: (change: TimeSearch) => void;
}

/** The time that rows must be of: so far back, or from one moment to another. */
export function TimeFilter({ search, onChange }: TimeFilterProps) {
  return (
    <>
      <FilterSelect
        label="Time"
        all="Any time"
        options={OPTIONS}
        value={search.time}
        onChange={(time) => onChange({ time })}
      />
      {search.time === 'custom' ? (
        <>
          <MomentInput label="From" value={search.from} onChange={(from) => onChange({ from })} />
          <MomentInput label="To" value={search.to} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
    </>
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
