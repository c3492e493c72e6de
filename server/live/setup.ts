import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Feature, NodeBase } from '../feature.ts';
import { liveCalls } from './calls.ts';
import { createHub, type Hub, type HubDeps } from './hub.ts';
import { liveMetrics } from './live-metrics.ts';
import { createLoadGuard, LOAD_SAMPLE_MS } from './load-guard.ts';

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
export async function setUpLive(
  node: NodeBase,
  app: FastifyInstance,
  needs: LiveNeeds,
): Promise<LiveFeature> {
  const { config, journal, health, pubsub, registry } = node;
  const { sessions, tokens, readSessions } = needs;
  await app.register(underPressure, { sampleInterval: LOAD_SAMPLE_MS });
  const loadGuard = createLoadGuard({ usage: app.memoryUsage, socketsMax: config.liveSocketsMax });
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
  };
}
