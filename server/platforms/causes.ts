import type { Platform } from '../config/mesh-config.ts';
import type { Database } from '../database/database.ts';
import { listPlatforms } from './rows/states.ts';

type Dependent = Pick<Platform, 'id' | 'dependsOn' | 'paused'>;

/**
 * Whose fault it is that platforms are in trouble. One that answers is nobody's cause, and neither is what is behind it; through one
 * that is paused or not known the next is looked for; of several that are down, the last in the chain is the cause.
 *
 * @param statusOf as it was measured last
 * @returns the id of the cause, by the id of each platform that is down or slow while one is down on which it depends
 */
export function causesOf(
  platforms: readonly Dependent[],
  statusOf: (id: string) => string,
): ReadonlyMap<string, string> {
  const dependent = platforms.filter(({ dependsOn = [] }) => dependsOn.length > 0);
  if (dependent.length === 0) return NONE;
  const byId = new Map(platforms.map((one) => [one.id, one]));

  const stateOf = ({ id, paused }: Dependent) => (paused ? 'unknown' : statusOf(id));

  /** @param seen also ends it in a circle, which nobody could store */
  function causeOf({ dependsOn = [] }: Dependent, seen: Set<string>): string | undefined {
    for (const id of dependsOn.filter((one) => !seen.has(one))) {
      seen.add(id);
      const one = byId.get(id);
      if (one === undefined || ANSWERS.includes(stateOf(one))) continue;
      const cause = causeOf(one, seen);
      if (cause !== undefined) return cause;
      if (stateOf(one) === 'error') return id;
    }
    return undefined;
  }

  return new Map(
    dependent
      .filter((one) => TROUBLES.includes(stateOf(one)))
      .flatMap((one): [string, string][] => {
        const cause = causeOf(one, new Set([one.id]));
        return cause === undefined ? [] : [[one.id, cause]];
      }),
  );
}

const NONE: ReadonlyMap<string, string> = new Map();
const ANSWERS: readonly string[] = ['connected', 'warning'];
const TROUBLES: readonly string[] = ['error', 'warning'];

/** @returns as it is stored, the names of the causes, by the ids of the platforms that are in trouble because of them */
export async function causeNames(
  db: Database,
  platforms: readonly (Dependent & Pick<Platform, 'name'>)[],
): Promise<ReadonlyMap<string, string>> {
  if (platforms.every(({ dependsOn = [] }) => dependsOn.length === 0)) return NONE;
  const statuses = new Map((await listPlatforms(db)).map(({ id, status }) => [id, status]));
  const causes = causesOf(platforms, (id) => statuses.get(id) ?? 'unknown');
  const names = new Map(platforms.map(({ id, name }) => [id, name]));
  return new Map([...causes].map(([id, cause]) => [id, names.get(cause) ?? cause]));
}

/** @returns how many platforms depend on this one, also by way of others */
export function countDependents(id: string, platforms: readonly Dependent[]): number {
  const found = new Set([id]);
  for (const one of found)
    for (const { id: other, dependsOn = [] } of platforms)
      if (dependsOn.includes(one)) found.add(other);
  return found.size - 1;
}
