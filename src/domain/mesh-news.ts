import type { Activity } from '../../contract/shapes/activity.ts';
import type { Connection } from '../../contract/shapes/mesh.ts';

/** What a screen knew at a moment; undefined: not read yet. */
export interface Known {
  readonly activity: readonly Pick<Activity, 'id'>[] | undefined;
  readonly connections: readonly Pick<Connection, 'id' | 'name' | 'status'>[] | undefined;
}

/**
 * What has become different, in one sentence for who cannot see it: "3 new activities; Archive does not
 * answer". Only what is new is counted, and a platform is named only when it began or ceased to answer.
 *
 * @returns '' when there is nothing to say; what is read for the first time is no news
 */
export function summaryText(before: Known, after: Known): string {
  return [newActivities(before, after), ...platformNews(before, after)].filter(Boolean).join('; ');
}

function newActivities(before: Known, after: Known): string {
  if (!before.activity || !after.activity) return '';
  const last = before.activity[0]?.id;
  const at = after.activity.findIndex(({ id }) => id === last);
  const count = at < 0 ? after.activity.length : at;
  if (count === 0) return '';
  return count === 1 ? '1 new activity' : `${count.toLocaleString()} new activities`;
}

function platformNews(before: Known, after: Known): string[] {
  const then = new Map(before.connections?.map(({ id, status }) => [id, answers(status)]));
  return (after.connections ?? []).flatMap(({ id, name, status }) => {
    const now = answers(status);
    if (now === undefined || then.get(id) === undefined || then.get(id) === now) return [];
    return [now ? `${name} answers again` : `${name} does not answer`];
  });
}

/** @returns undefined where the status does not say */
function answers(status: string): boolean | undefined {
  if (status === 'connected' || status === 'warning') return true;
  return status === 'error' ? false : undefined;
}
