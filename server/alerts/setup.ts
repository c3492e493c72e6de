import { Counter, Gauge } from 'prom-client';
import type { Feature, NodeBase } from '../feature.ts';
import { fromDatabase } from '../metrics/gauges.ts';
import { type Alerts, type AlertsDeps, createAlerts } from './alerts.ts';
import { alertCalls } from './calls.ts';
import { removePlatformFromRules } from './rule-changes.ts';

interface AlertNeeds extends Pick<AlertsDeps, 'secrets' | 'sendPush' | 'isPlanned'> {
  /** How the platforms are. Resolves when it is known: this node may have been off. */
  readonly connections: () => Promise<unknown>;
}

export function setUpAlerts(node: NodeBase, { connections, ...needs }: AlertNeeds): Feature {
  const alerts = createAlerts({ ...node, ...needs });
  return {
    calls(app) {
      alertCalls(app, { ...node, alerts });
      alertMetrics(alerts, node);
    },
    lead(journal) {
      const term = alerts.lead(journal);
      return { start: () => term.startAfter(connections()), close: term.close };
    },
    async platformLeft(tx, emit, { platform, how, at }) {
      if (how !== 'paused') await removePlatformFromRules(tx, emit, platform.id, at);
    },
    close: alerts.close,
  };
}

/** Every kind of channel has a line, so that its graph has no gaps. */
function alertMetrics(alerts: Alerts, { registry, health }: NodeBase): void {
  const metric = (state: 'sent' | 'failed' | 'waiting', help: string) => ({
    name: `meridian_alerts_${state}${state === 'waiting' ? '' : '_total'}`,
    help,
    labelNames: ['channel'],
    registers: [registry],
    collect: fromDatabase(health, async (read) => {
      for (const { kind, [state]: count } of await alerts.counters())
        read.inc({ channel: kind }, count);
    }),
  });
  new Counter(metric('sent', 'Alerts that were sent since start.'));
  new Counter(metric('failed', 'Alerts that were given up since start.'));
  new Gauge(metric('waiting', 'Alerts that wait to be sent.'));
}
