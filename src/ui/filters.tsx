import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { Fragment, useId, useState } from 'react';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { namesOf } from '../domain/groups.ts';
import { type TableSearch, TIME_RANGES } from '../domain/table-search.ts';
import styles from './filters.module.css';
import { SearchInput } from './search-input.tsx';

interface Choice {
  readonly label: string;
  /** Said where nothing is chosen, such as 'All platforms'. */
  readonly all: string;
  /** Labels by their values. */
  readonly options: Readonly<Record<string, string>>;
}

/** So far back, or from one moment to another. */
export const TIME: Choice = {
  label: 'Time',
  all: 'Any time',
  options: Object.fromEntries(
    Object.entries(TIME_RANGES).map(([time, { label }]) => [time, label]),
  ),
};

/** @returns the choice of one platform, or of all in a group or with a tag: `platformsNamed` knows them by it */
export function platformChoice(platforms: readonly Connection[]): Choice {
  const { groups, tags } = namesOf(platforms);
  const options = [
    ...groups.map((name) => [`group:${name}`, `Group ${name}`]),
    ...tags.map((name) => [`tag:${name}`, `Tag ${name}`]),
    ...platforms.map(({ id, name }) => [id, name]),
  ];
  return { label: 'Platform', all: 'All platforms', options: Object.fromEntries(options) };
}

interface FiltersProps<Search> {
  /** By their names in the address, in the order of the screen. */
  filters: Readonly<Partial<Record<keyof Search, Choice>>>;
  search: Search;
  /** Given what was chosen, by its name in the address. */
  onChange: (change: Readonly<Record<string, string | number | undefined>>) => void;
}

/** What rows must have. */
function Filters<Search extends TableSearch>(props: FiltersProps<Search>) {
  const { filters, search, onChange } = props;
  return Object.entries<Choice>(filters as Record<string, Choice>).map(([name, choice]) => (
    <Fragment key={name}>
      <FilterSelect
        {...choice}
        value={search[name as keyof Search] as string | undefined}
        onChange={(value) => onChange({ [name]: value })}
      />
      {choice === TIME && search.time === 'custom' ? (
        <>
          <MomentInput label="From" value={search.from} onChange={(from) => onChange({ from })} />
          <MomentInput label="To" value={search.to} onChange={(to) => onChange({ to })} />
        </>
      ) : null}
    </Fragment>
  ));
}

interface FilterSelectProps extends Choice {
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

/** Chooses one value that rows must have, or none. The system's own list opens, which fingers and keyboards know. */
export function FilterSelect({ label, all, options, value = '', onChange }: FilterSelectProps) {
  return (
    <NativeSelect
      flex="1 1 8.75rem"
      maw="16rem"
      label={label}
      data={[
        { value: '', label: all },
        ...Object.entries(options).map(([of, text]) => ({ value: of, label: text })),
        // An address may name what is not there.
        ...(value === '' || Object.hasOwn(options, value) ? [] : [{ value, label: value }]),
      ]}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
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

export interface FilterBarProps<Search> extends FiltersProps<Search> {
  placeholder?: string;
  /** What is searched, where that is not the whole screen. */
  of?: string;
}

/** A field for text and other filters, which a phone shows when they are asked for. */
export function FilterBar<Search extends TableSearch & { readonly q?: string | undefined }>({
  placeholder,
  of,
  filters,
  search,
  onChange,
}: FilterBarProps<Search>) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const names = Object.keys(filters) as (keyof Search)[];
  const count = names.filter((name) => search[name] !== undefined).length;
  return (
    <Group component="search" gap="xs" px="md" pt="sm" align="end" data-screen-only="">
      <SearchInput
        label="Search"
        {...(of && { 'aria-label': `Search ${of}` })}
        placeholder={placeholder ?? ''}
        flex="3 1 11rem"
        q={search.q}
        onSearch={(text) => onChange({ q: text })}
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
        <Filters filters={filters} search={search} onChange={onChange} />
      </div>
    </Group>
  );
}
