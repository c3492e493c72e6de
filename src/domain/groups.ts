import { parsePlatformFilter } from '../../contract/platform-filter.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';
import { givenName } from './platform-name.ts';
import { type Judged, problemsFirst } from './verdict.ts';

type Grouped = Pick<Connection, 'group' | 'tags'>;

/** @returns the groups and the tags that there are, by name */
export const namesOf = (platforms: readonly Grouped[]) => ({
  groups: inOrder(platforms.flatMap(({ group }) => group ?? [])),
  tags: inOrder(platforms.flatMap(({ tags }) => tags ?? [])),
});

const inOrder = (names: readonly string[]) =>
  [...new Set(names)].sort((a, b) => a.localeCompare(b));

/** @returns what the filter of rows by platform names: 'platform Forge', 'group West', 'tag edge' */
export function platformFilterText(filter: string, platforms: readonly Connection[]): string {
  const { by, name } = parsePlatformFilter(filter);
  if (by !== 'id') return `${by} ${name}`;
  return `platform ${givenName(name, platforms) ?? name}`;
}

/** @returns the groups by name, those with the worst problems first; '' has the platforms without a group */
export function groupsOf(platforms: readonly Judged<Connection>[]) {
  const byName = new Map<string, Judged<Connection>[]>();
  for (const one of problemsFirst(platforms))
    byName.set(one.group ?? '', [...(byName.get(one.group ?? '') ?? []), one]);
  return [...byName];
}
