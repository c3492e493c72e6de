import type { Sessions } from '../accounts/sessions/sessions.ts';
import type { Claims } from '../database/claims.ts';
import type { Feature, NodeBase } from '../feature.ts';
import type { Hub } from '../live/hub.ts';
import { displayCalls } from './calls.ts';
import { createDisplayReach } from './display-reach.ts';
import { createDisplayReports } from './display-reports.ts';
import { createDisplays, renewDisplayCookies } from './displays.ts';
import { createPairings } from './pairings.ts';
import { rememberBuild, watchDisplays } from './watch-displays.ts';

interface DisplayNeeds {
  readonly hub: Hub;
  readonly sessions: Sessions;
  /** Which instance has which display's socket. */
  readonly claims: Claims;
}

export function setUpDisplays(node: NodeBase, { hub, sessions, claims }: DisplayNeeds): Feature {
  const { now, log, limits } = node;
  const onError = (error: unknown) => log.error({ reason: String(error) }, 'display not stored');
  const reach = createDisplayReach({ ...node, hub, claims, onError });
  const displays = createDisplays({ ...node, hub, reach, sessions, onError });
  const reports = createDisplayReports({ ...node, emitList: displays.emitList });
  return {
    calls(app) {
      renewDisplayCookies(app, now);
      displayCalls(app, { displays, reports, pairings: createPairings(node), sessions, limits });
    },
    async lead(journal) {
      const builds = await rememberBuild(journal, node.build);
      return watchDisplays({ ...node, reach, builds, emitList: displays.emitList }, journal);
    },
    async close() {
      await displays.close();
      reach.close();
    },
  };
}
