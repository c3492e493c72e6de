import { Gauge } from 'prom-client';
import type { AfterRound, Feature, NodeBase } from '../feature.ts';
import { fromDatabase, labelsOf, PLATFORM_LABELS } from '../metrics/gauges.ts';
import { incidentCalls } from './calls.ts';
import { createDrills } from './drills.ts';
import { createIncidentTracker } from './incident-tracker.ts';
import { createIncidents, platformLeft } from './incidents.ts';
import { endOffers } from './offering.ts';
import { listOpenIncidents } from './rows.ts';
import { watchLoops } from './standstill.ts';

/** What happened and who knows. */
export function setUpIncidents(node: NodeBase): Feature {
  const { limits } = node;
  const self = node.config.mesh.node;
  const incidents = createIncidents({ ...node, node: self });
  const drills = createDrills(node);
  /** Of the present term. */
  let track: AfterRound = async () => undefined;

  return {
    calls(app) {
      incidentCalls(app, { incidents, drills, limits });
      incidentMetrics(node);
    },
    async lead(journal) {
      const probedAt = await incidents.resume(journal);
      track = createIncidentTracker({ node: self, probedAt });
      const offers = endOffers({ ...node, nameIn: incidents.nameIn }, journal);
      const loops = watchLoops(node, journal);
      return {
        close: async () => {
          await Promise.all([offers.close(), loops.close()]);
        },
      };
    },
    afterRound: (tx, emit, round) => track(tx, emit, round),
    platformLeft,
    close: drills.close,
  };
}

/** Drills are not counted. */
function incidentMetrics({ db, health, platforms, registry }: NodeBase): void {
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
}
