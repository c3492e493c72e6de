import { Gauge, type Registry } from 'prom-client';
import type { Journal } from '../database/journal.ts';
import type { Feature, Led, NodeBase } from '../feature.ts';
import type { RoundListener } from '../mesh/peers/round.ts';
import { fromDatabase } from '../metrics/gauges.ts';
import { incidentCalls } from './calls.ts';
import { createDrills } from './drills.ts';
import { createIncidentTracker, type IsPlanned } from './incident-tracker.ts';
import { createIncidents } from './incidents.ts';
import { listOpenIncidents } from './rows.ts';

export interface IncidentsFeature extends Feature {
  lead(journal: Journal): Promise<Led>;
  /** @returns what opens and ends incidents after the present term's rounds of probes */
  roundListener(): RoundListener;
}

interface IncidentNeeds {
  readonly isPlanned: IsPlanned;
}

/** What happened and who knows. */
export function setUpIncidents(node: NodeBase, { isPlanned }: IncidentNeeds): IncidentsFeature {
  const { log, limits, registry } = node;
  const self = node.config.mesh.node;
  const incidents = createIncidents({ ...node, node: self });
  const drills = createDrills({
    ...node,
    onError: (error) => log.error({ err: error }, 'end of a drill failed'),
  });
  let roundListener: RoundListener = async () => undefined;

  return {
    roundListener: () => roundListener,
    calls(app) {
      incidentCalls(app, { incidents, drills, limits });
      incidentMetrics(registry, node);
    },
    async lead(journal) {
      const probedAt = await incidents.resume(journal);
      roundListener = createIncidentTracker({ node: self, isPlanned, probedAt });
      return { close: () => undefined };
    },
    platformLeft: incidents.platformLeft,
    close: drills.close,
  };
}

type IncidentMetricsDeps = Pick<NodeBase, 'db' | 'health'>;

/** Drills are not counted. */
function incidentMetrics(registry: Registry, { db, health }: IncidentMetricsDeps): void {
  new Gauge({
    name: 'meridian_incidents_open',
    help: 'Open incidents of platforms.',
    labelNames: ['status'],
    registers: [registry],
    collect: fromDatabase(health, async (gauge) => {
      const open = (await listOpenIncidents(db)).filter(({ drillUntil }) => drillUntil === null);
      for (const status of ['warning', 'error'])
        gauge.set({ status }, open.filter((one) => one.status === status).length);
    }),
  });
  new Gauge({
    name: 'meridian_platform_incident',
    help: 'Always 1: a platform has this open incident, which somebody is on or was planned.',
    labelNames: ['platform', 'status', 'acknowledged', 'planned'],
    registers: [registry],
    collect: fromDatabase(health, async (gauge) => {
      const open = (await listOpenIncidents(db)).filter(({ drillUntil }) => drillUntil === null);
      for (const { platform, status, acknowledgement, planned } of open)
        gauge.set(
          {
            ...{ platform, status },
            ...{ acknowledged: String(acknowledgement !== null), planned: String(planned) },
          },
          1,
        );
    }),
  });
}
