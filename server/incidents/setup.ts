import { Gauge, type Registry } from 'prom-client';
import type { Journal } from '../database/journal.ts';
import type { Feature, Led, NodeBase } from '../feature.ts';
import type { RoundListener } from '../mesh/peers/round.ts';
import { labelsOf, PLATFORM_LABELS } from '../mesh/platform-metrics.ts';
import { fromDatabase } from '../metrics/gauges.ts';
import { incidentCalls } from './calls.ts';
import { createDrills } from './drills.ts';
import { createIncidentTracker, type IsPlanned } from './incident-tracker.ts';
import { createIncidents, platformLeft } from './incidents.ts';
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
      incidentMetrics(registry, { ...node, isPlanned });
    },
    async lead(journal) {
      const probedAt = await incidents.resume(journal);
      roundListener = createIncidentTracker({ node: self, isPlanned, probedAt });
      return { close: () => undefined };
    },
    platformLeft,
    close: drills.close,
  };
}

type IncidentMetricsDeps = Pick<NodeBase, 'db' | 'health' | 'now' | 'platforms'> & IncidentNeeds;

/** Drills are not counted. */
function incidentMetrics(registry: Registry, deps: IncidentMetricsDeps): void {
  const { db, health, now, platforms, isPlanned } = deps;
  const registers = [registry];
  const listOpen = async () =>
    (await listOpenIncidents(db)).filter(({ drillUntil }) => drillUntil === null);
  new Gauge({
    name: 'meridian_incidents_open',
    help: 'Open incidents of platforms.',
    labelNames: ['status'],
    registers,
    collect: fromDatabase(health, async (gauge) => {
      const open = await listOpen();
      for (const status of ['warning', 'error'])
        gauge.set({ status }, open.filter((one) => one.status === status).length);
    }),
  });
  new Gauge({
    name: 'meridian_platform_incident',
    help: 'Always 1: a platform has this open incident, which somebody is on or was planned.',
    labelNames: [...PLATFORM_LABELS, 'status', 'acknowledged', 'planned'],
    registers,
    collect: fromDatabase(health, async (gauge) => {
      for (const { platform: id, status, acknowledgement, planned } of await listOpen()) {
        const platform = platforms.find((one) => one.id === id) ?? { id, name: id };
        const acknowledged = String(acknowledgement !== null);
        gauge.set({ ...labelsOf(platform), status, acknowledged, planned: String(planned) }, 1);
      }
    }),
  });
  new Gauge({
    name: 'meridian_platform_planned',
    help: 'Whether a platform is in planned maintenance: 1, else 0.',
    labelNames: PLATFORM_LABELS,
    registers,
    collect() {
      this.reset();
      for (const one of platforms) this.set(labelsOf(one), Number(isPlanned(one.id, now())));
    },
  });
}
