import type { Owner } from './owner.ts';

/** What decides how early a problem is looked at. */
export interface Urgency {
  readonly owner: Pick<Owner, 'state'>;
  /** What it counts as: error, drill, warning. */
  readonly status: string;
  /** Epoch milliseconds; undefined: not known. */
  readonly since: number | undefined;
  readonly isByPerson: boolean;
  readonly isPlanned?: boolean;
}

const OWNERS: readonly Owner['state'][] = ['nobody', 'waits', 'taken'];
const STATUSES = ['error', 'drill', 'warning'];

/**
 * The one order of problems: what nobody is on, what waits for somebody, what is taken; in each what is down before drills and
 * what is slow, then the longest. What people opened comes after, and last what is planned.
 */
export function compareUrgency(a: Urgency, b: Urgency): number {
  return (
    Number(a.isPlanned ?? false) - Number(b.isPlanned ?? false) ||
    Number(a.isByPerson) - Number(b.isByPerson) ||
    OWNERS.indexOf(a.owner.state) - OWNERS.indexOf(b.owner.state) ||
    statusRank(a.status) - statusRank(b.status) ||
    (a.since ?? NEWEST) - (b.since ?? NEWEST)
  );
}

const NEWEST = Number.MAX_SAFE_INTEGER;

const statusRank = (status: string) => {
  const rank = STATUSES.indexOf(status);
  return rank < 0 ? STATUSES.length : rank;
};
