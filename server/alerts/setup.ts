import type { Feature, NodeBase } from '../feature.ts';
import type { MaintenanceWindows } from '../maintenance/maintenance.ts';
import { type AlertsDeps, createAlerts } from './alerts.ts';
import { alertCalls } from './calls.ts';
import { removePlatformFromRules } from './rule-changes.ts';

interface AlertNeeds extends Pick<AlertsDeps, 'secrets' | 'sendPush'> {
  readonly maintenance: Pick<MaintenanceWindows, 'isPlanned'>;
  /** How the platforms are. Resolves when it is known: this node may have been off. */
  readonly mesh: { connections(): Promise<unknown> };
}

export function setUpAlerts(
  node: NodeBase,
  { secrets, sendPush, maintenance, mesh }: AlertNeeds,
): Feature {
  const alerts = createAlerts({ ...node, secrets, sendPush, isPlanned: maintenance.isPlanned });
  return {
    calls: (app) => alertCalls(app, { ...node, alerts }),
    lead(journal) {
      const term = alerts.lead(journal);
      return { start: () => term.startAfter(mesh.connections()), close: term.close };
    },
    async platformLeft(tx, emit, { platform, how, at }) {
      if (how !== 'paused') await removePlatformFromRules(tx, emit, platform.id, at);
    },
    close: alerts.close,
  };
}
