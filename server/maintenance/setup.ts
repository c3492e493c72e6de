import type { Feature, NodeBase } from '../feature.ts';
import { maintenanceCalls } from './calls.ts';
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
    calls: (app) => maintenanceCalls(app, { maintenance, limits }),
    lead: maintenance.lead,
    platformLeft: maintenance.platformLeft,
    close: maintenance.close,
  };
}
