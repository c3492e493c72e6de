import { type LinkState, useLinkState, useServerNow } from '../link/link-state.ts';
import { useRead } from '../link/reads.ts';

const CLOCK_EVERY_MS = 1000;
/** A line that breaks and comes back at once is no news from five metres. */
const BLIND_AFTER_MS = 5000;

/** What a wall knows, and how well. */
export function useWall() {
  const now = useServerNow(CLOCK_EVERY_MS);
  const link = useLinkState();
  const connections = useRead('connections');
  const activity = useRead('activity');
  const stats = useRead('stats');
  return {
    now,
    link,
    connections: connections.data,
    activity: activity.data,
    stats: stats.data,
    /** When what is shown was last known to be true; undefined when nothing is known. */
    trueAt: connections.at,
    sight: sightOf(link, connections.at, now),
    isEmpty: connections.data === undefined,
  };
}

/** refused: nobody is signed in on this screen. */
export type Sight = 'live' | 'blind' | 'refused';

function sightOf({ state }: LinkState, trueAt: number | undefined, now: number): Sight {
  if (state === 'refused') return 'refused';
  if (state === 'live') return 'live';
  return now - (trueAt ?? 0) > BLIND_AFTER_MS ? 'blind' : 'live';
}
