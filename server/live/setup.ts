import type { Feature, NodeBase } from '../feature.ts';
import { liveCalls } from './calls.ts';
import { createHub, type Hub, type HubDeps } from './hub.ts';
import { liveMetrics } from './live-metrics.ts';
import { createLoadGuard } from './load-guard.ts';

/** Sessions, whose ends and changes sockets follow. */
interface LiveNeeds extends Pick<HubDeps, 'readSessions'> {
  readonly sessions: {
    onEnd(listener: (id: string) => void): unknown;
    onRefresh(listener: (accountId: string | undefined) => void): unknown;
  };
  readonly tokens: { onEnd(listener: (id: string) => void): unknown };
}

interface LiveFeature extends Feature {
  readonly hub: Hub;
}

/**
 * Live sockets. One lasts no longer than its session, what it may read, and a stream without gaps from a database that answers.
 */
export function setUpLive(node: NodeBase, needs: LiveNeeds): LiveFeature {
  const { config, journal, health, pubsub, registry } = node;
  const { sessions, tokens, readSessions } = needs;
  const loadGuard = createLoadGuard({ socketsMax: config.liveSocketsMax });
  const hub = createHub({ ...node, readSessions, loadGuard, hasOthers: config.drainMs > 0 });
  journal.onGap(() => hub.reconnect(undefined));
  health.onChange((reachable) => {
    if (!reachable) hub.reconnect(undefined);
  });
  sessions.onEnd((id) => hub.closeSession(id));
  tokens.onEnd((id) => hub.closeSession(id));
  sessions.onRefresh((accountId) => hub.reconnect(accountId));
  // Somewhere a session may have ended that this instance does not know of.
  pubsub.onGap(() => void hub.checkSessions());
  return {
    hub,
    async calls(app) {
      await liveCalls(app, { ...node, hub });
      liveMetrics(registry, { hub, loadGuard });
    },
    close: loadGuard.close,
  };
}
