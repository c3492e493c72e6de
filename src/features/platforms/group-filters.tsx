import { Group } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { PlatformRow } from '../../../contract/shapes/platform.ts';
import { namesOf } from '../../domain/groups.ts';
import { FilterSelect } from '../../ui/filters.tsx';
import { kindName } from './kinds.ts';
import { groupingOf } from './platform-values.ts';

interface Choice {
  readonly label: string;
  readonly all: string;
  readonly options: Readonly<Record<string, string>>;
  readonly has: (row: PlatformRow, value: string) => boolean;
}

function choicesOf(rows: readonly PlatformRow[]): Choice[] {
  const { groups, tags } = namesOf(rows.map(groupingOf));
  const kinds = [...new Set(rows.map(({ kind }) => kind))];
  const choices: Choice[] = [
    {
      ...{ label: 'Group', all: 'All groups', options: textsOf(groups) },
      has: (row, group) => groupingOf(row).group === group,
    },
    {
      ...{ label: 'Tag', all: 'All tags', options: textsOf(tags) },
      has: (row, tag) => groupingOf(row).tags?.includes(tag) === true,
    },
    {
      ...{
        label: 'Kind',
        all: 'All kinds',
        options: textsOf(kinds.length > 1 ? kinds : [], kindName),
      },
      has: (row, kind) => row.kind === kind,
    },
  ];
  return choices.filter(({ options }) => Object.keys(options).length > 0);
}

/** @returns the platforms of the chosen group, tag and kind, and what chooses them, as far as there is a choice */
export function useGroupFilters(
  rows: readonly PlatformRow[],
): readonly [shown: readonly PlatformRow[], filters: ReactNode] {
  const [chosen, setChosen] = useState<Readonly<Record<string, string | undefined>>>({});
  const choices = choicesOf(rows);
  // What was chosen may be gone.
  const chosenOf = ({ label, options }: Choice) =>
    Object.keys(options).find((one) => one === chosen[label]);
  const shown = rows.filter((row) =>
    choices.every((one) => {
      const value = chosenOf(one);
      return value === undefined || one.has(row, value);
    }),
  );
  const filters = choices.length > 0 && (
    <Group component="search" gap="xs" px="md" pb="sm" align="end">
      {choices.map((one) => (
        <FilterSelect
          key={one.label}
          {...one}
          value={chosenOf(one)}
          onChange={(value) => setChosen({ ...chosen, [one.label]: value })}
        />
      ))}
    </Group>
  );
  return [shown, filters];
}

const textsOf = (names: readonly string[], textOf = (name: string) => name) =>
  Object.fromEntries(names.map((one) => [one, textOf(one)]));
