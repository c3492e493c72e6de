import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';
import type { Feature, NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { rowIdOf } from '../http/routes.ts';
import type { Limits } from '../limits/limits.ts';
import { labelsOf, PLATFORM_LABELS } from '../metrics/gauges.ts';
import { type MaintenanceWindows, openMaintenance } from './maintenance.ts';

interface MaintenanceFeature extends Feature {
  readonly maintenance: MaintenanceWindows;
}

export async function setUpMaintenance(node: NodeBase): Promise<MaintenanceFeature> {
  const { log, limits } = node;
  const maintenance = await openMaintenance({
    ...node,
    onError: (error) => log.error({ err: error }, 'boundary of a maintenance window failed'),
  });
  return {
    maintenance,
    calls(app) {
      maintenanceCalls(app, { maintenance, limits });
      plannedMetric(node, maintenance);
    },
    lead: maintenance.lead,
    platformLeft: maintenance.platformLeft,
    close: maintenance.close,
  };
}

/** Each change is sent to every console. */
const CHANGES = { max: 30, windowMs: 60_000, keysMax: 10_000 };

/** Plans, changes and removes maintenance windows. */
function maintenanceCalls(
  app: FastifyInstance,
  { maintenance, limits }: { readonly maintenance: MaintenanceWindows; readonly limits: Limits },
): void {
  const changes = limits.attempts('maintenance changed by account', CHANGES);

  handle(app, 'maintenance', () => maintenance.list());
  handle(app, 'planMaintenance', async ({ payload, account }) => {
    await changes.count(account.id);
    await maintenance.plan(payload, account.username);
    return { message: 'The maintenance window is planned.' };
  });
  handle(app, 'changeMaintenance', async ({ params, payload: { endsAt }, account }) => {
    await changes.count(account.id);
    await maintenance.changeEnd(rowIdOf(params.id), endsAt, account.username);
    return { message: 'The end of the maintenance window is changed.' };
  });
  handle(app, 'removeMaintenance', async ({ params, account }) => {
    await changes.count(account.id);
    await maintenance.remove(rowIdOf(params.id), account.username);
    return { message: 'The maintenance window is removed.' };
  });
}

function plannedMetric(
  { platforms, now, registry }: NodeBase,
  { isPlanned }: MaintenanceWindows,
): void {
  new Gauge({
    name: 'meridian_platform_planned',
    help: 'Whether a platform is in planned maintenance: 1, else 0.',
    labelNames: PLATFORM_LABELS,
    registers: [registry],
    collect() {
      this.reset();
      for (const one of platforms) this.set(labelsOf(one), Number(isPlanned(one.id, now())));
    },
  });
}
