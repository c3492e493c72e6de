interface Grouped {
  readonly id: string;
  readonly group?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

/** No id of a platform has a colon. */
const OF_MANY = /^(group|tag):(.+)$/s;

/** @returns what `platform` in a query names: of a group or tag its name, without either an id */
export function parsePlatformFilter(filter: string) {
  const [, by, name] = OF_MANY.exec(filter) ?? [];
  return by === undefined ? { by: 'id', name: filter } : { by: by as 'group' | 'tag', name };
}

/**
 * @param filter as `platform` stands in a query: an id, `group:NAME` or `tag:NAME`
 * @returns the ids of the platforms that it names; undefined without it
 */
export function platformsNamed(
  filter: string | undefined,
  platforms: readonly Grouped[],
): readonly string[] | undefined {
  if (filter === undefined) return undefined;
  const { by, name = '' } = parsePlatformFilter(filter);
  if (by === 'id') return [name];
  const named = platforms.filter(({ group, tags = [] }) =>
    by === 'group' ? group === name : tags.includes(name),
  );
  return named.map(({ id }) => id);
}
