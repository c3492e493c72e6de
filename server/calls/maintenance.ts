import type { FastifyInstance } from 'fastify';
import type { Limits } from '../accounts/limits.ts';
import { handle } from '../http/handle.ts';
import { type HttpError, httpError } from '../http/http-error.ts';
import { rowIdOf } from '../http/row-id.ts';
import type { MaintenanceWindows } from '../maintenance/maintenance.ts';
import type { ChangeOutcome } from '../maintenance/window-changes.ts';

interface MaintenanceCallsDeps {
  readonly maintenance: MaintenanceWindows;
  readonly limits: Limits;
}

/** Each change is sent to every console. */
const CHANGES = { max: 30, windowMs: 60_000, keysMax: 10_000 };

/** Plans, changes and removes maintenance windows. */
export function maintenanceCalls(
  app: FastifyInstance,
  { maintenance, limits }: MaintenanceCallsDeps,
): void {
  const changes = limits.attempts('maintenance changed by account', CHANGES);

  handle(app, 'maintenance', () => maintenance.list());
  handle(app, 'planMaintenance', async ({ payload, account }) => {
    await changes.count(account.id);
    const problem = await maintenance.plan(payload, account.username);
    if (problem !== null) throw httpError(problem.reason === 'full' ? 409 : 400, problem.message);
    return { message: 'The maintenance window is planned.' };
  });
  handle(app, 'changeMaintenance', async ({ params, payload: { endsAt }, account }) => {
    await changes.count(account.id);
    const id = rowIdOf(params.id);
    const outcome = await maintenance.changeEnd(id, endsAt, account.username);
    if (outcome !== 'done') throw changeError(outcome);
    return { message: 'The end of the maintenance window is changed.' };
  });
  handle(app, 'removeMaintenance', async ({ params, account }) => {
    await changes.count(account.id);
    const outcome = await maintenance.remove(rowIdOf(params.id), account.username);
    if (outcome !== 'done') throw changeError(outcome);
    return { message: 'The maintenance window is removed.' };
  });
}

function changeError(outcome: Exclude<ChangeOutcome, 'done'>): HttpError {
  switch (outcome) {
    case 'unknown':
      return httpError(404, 'There is no such maintenance window.');
    case 'over':
      return httpError(409, 'This maintenance window is over.');
    case 'begun':
      return httpError(409, 'This maintenance window has begun. End it instead.');
    case 'too-short':
      return httpError(400, 'endsAt must be after the start of the window.');
    case 'too-long':
      return httpError(
        400,
        'endsAt must be at most 31 days after the start, 7 of a weekly window.',
      );
  }
}
