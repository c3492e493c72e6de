import { type Fields, textOf } from './candidate.ts';

/** Groups of Uptime Kuma, which are monitors too, by their id. */
type Groups = ReadonlyMap<string, Fields>;

export function groupsIn(monitors: readonly Fields[]): Groups {
  const groups = monitors.filter(({ type, id }) => type === 'group' && textOf(id) !== '');
  return new Map(groups.map((group) => [textOf(group.id), group]));
}

/** @returns the name of a monitor's group; '' if it has none, or none that is known */
export function groupOf(monitor: Fields, groups: Groups): string {
  const group = groups.get(textOf(monitor.parent));
  return group === undefined ? groupInPath(monitor) : textOf(group.name);
}

/** Where a group is paused, its members are. */
export function isPaused(monitor: Fields, groups: Groups, depth = 0): boolean {
  const { active, forceInactive, parent } = monitor;
  if ((active !== undefined && !isOn(active)) || isOn(forceInactive)) return true;
  const group = groups.get(textOf(parent));
  return group !== undefined && depth < GROUPS_DEPTH_MAX && isPaused(group, groups, depth + 1);
}

/** Of a file that was written by hand a group may be in itself. */
const GROUPS_DEPTH_MAX = 10;

/** Lists of version 2 have the names on the way to a monitor, also where its group is not among them. */
function groupInPath({ pathName, parent, name }: Fields): string {
  const [path, end] = [textOf(pathName), ` / ${textOf(name)}`];
  if (path.endsWith(end)) return path.slice(0, -end.length).split(' / ').at(-1) ?? '';
  return textOf(parent) === '' ? '' : (path.split(' / ').at(-2) ?? '');
}

export const isOn = (value: unknown): boolean =>
  value === true || ['1', 'true'].includes(textOf(value).toLowerCase());
