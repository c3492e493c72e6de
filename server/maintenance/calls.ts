import type { FastifyInstance } from 'fastify';
import { handle } from '../http/handle.ts';
import { rowIdOf } from '../http/row-id.ts';
import type { Limits } from '../limits/limits.ts';
import type { MaintenanceWindows } from './maintenance.ts';

/** Each change is sent to every console. */
const CHANGES = { max: 30, windowMs: 60_000, keysMax: 10_000 };

/** Plans, changes and removes maintenance windows. */
export function maintenanceCalls(
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
