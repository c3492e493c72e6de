import { type ReactNode, useMemo, useState } from 'react';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { namesOf } from '../../domain/groups.ts';
import { FilterBar } from '../../ui/filters.tsx';
import { kindName } from './kinds/kinds.ts';
import { groupingOf } from './platform-values.ts';

interface Search {
  readonly q?: string;
  readonly group?: string;
  readonly tag?: string;
  readonly kind?: string;
}

/** @returns the platforms that were asked for, what asks for them, and a name of what was asked */
export function useGroupFilters(
  rows: readonly PlatformRow[],
): [readonly PlatformRow[], ReactNode, string] {
  const [search, setSearch] = useState<Search>({});
  const { groups, tags } = namesOf(rows.map(groupingOf));
  const kinds = [...new Set(rows.map(({ kind }) => kind))].map((one) => [one, kindName(one)]);
  const filters = {
    ...(groups.length > 0 && { group: choice('Group', 'All groups', groups) }),
    ...(tags.length > 0 && { tag: choice('Tag', 'All tags', tags) }),
    kind: { label: 'Kind', all: 'All kinds', options: Object.fromEntries(kinds) },
  };
  const found = useMemo(() => rows.filter((row) => isFound(row, search)), [rows, search]);
  const onChange = (change: Search) => setSearch({ ...search, ...change });
  const bar = <FilterBar placeholder="Name or address" {...{ filters, search, onChange }} />;
  return [found, rows.length > 1 ? bar : null, JSON.stringify(search)];
}

function isFound(row: PlatformRow, { q = '', group, tag, kind }: Search): boolean {
  const own = groupingOf(row);
  const text = `${row.name} ${row.domain} ${row.target}`.toLowerCase();
  return (
    text.includes(q.toLowerCase()) &&
    (group ?? own.group) === own.group &&
    (tag === undefined || own.tags?.includes(tag) === true) &&
    (kind ?? row.kind) === row.kind
  );
}

const choice = (label: string, all: string, names: readonly string[]) => ({
  label,
  all,
  options: Object.fromEntries(names.map((one) => [one, one])),
});
