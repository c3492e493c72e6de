import type { Connection } from '../../contract/shapes/mesh.ts';

type Grouped = Pick<Connection, 'group' | 'tags'>;

/** @returns the groups and the tags that there are, by name */
export const namesOf = (platforms: readonly Grouped[]) => ({
  groups: inOrder(platforms.flatMap(({ group }) => group ?? [])),
  tags: inOrder(platforms.flatMap(({ tags }) => tags ?? [])),
});

const inOrder = (names: readonly string[]) =>
  [...new Set(names)].sort((a, b) => a.localeCompare(b));
