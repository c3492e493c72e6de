import { extra } from './extra.tsx';
import type { GroupedItemsProps } from './grouped-items.tsx';

const GroupedItems = extra(async () => (await import('./grouped-items.tsx')).GroupedItems);

export const hasGroups = (platforms: GroupedItemsProps['platforms']): boolean =>
  platforms.some(({ group }) => group);

/** @returns the items of a list: of more than `from` platforms under those of their groups, where there are any */
export const grouped = ({
  platforms,
  item,
  from = 0,
  ...how
}: GroupedItemsProps & { from?: number }) =>
  platforms.length > from && hasGroups(platforms) ? (
    <GroupedItems platforms={platforms} item={item} {...how} />
  ) : (
    platforms.map(item)
  );
