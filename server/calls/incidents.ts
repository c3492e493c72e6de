import type { FastifyInstance } from 'fastify';
import type { Limits } from '../accounts/limits.ts';
import { handle } from '../http/handle.ts';
import { httpError } from '../http/http-error.ts';
import { rowIdOf } from '../http/row-id.ts';
import type { Drills } from '../incidents/drills.ts';
import type { Incidents } from '../incidents/incidents.ts';

interface IncidentCallsDeps {
  readonly incidents: Incidents;
  readonly drills: Drills;
  readonly limits: Limits;
}

/** Each change is sent to every console. */
const CHANGES = { max: 60, windowMs: 60_000, keysMax: 10_000 };

/** What happened, who is on it, and drills. */
export function incidentCalls(
  app: FastifyInstance,
  { incidents, drills, limits }: IncidentCallsDeps,
): void {
  const changes = limits.attempts('incident changed by account', CHANGES);

  handle(app, 'incidents', ({ query: { q: text, ...filter } }) =>
    incidents.list({ ...filter, text }),
  );
  handle(app, 'incident', async ({ params }) => {
    const found = await incidents.find(rowIdOf(params.id));
    if (found === undefined) throw unknownIncident();
    return found;
  });
  handle(app, 'acknowledgeIncident', async ({ params, payload: { note }, account }) => {
    await changes.count(account.id);
    const who = { by: account.username, note };
    const outcome = await incidents.acknowledge(rowIdOf(params.id), who);
    if (outcome === 'unknown') throw unknownIncident();
    if (outcome === 'ended') throw endedIncident();
    return { message: 'You are on it.' };
  });
  handle(app, 'releaseIncident', async ({ params, account }) => {
    await changes.count(account.id);
    const outcome = await incidents.release(rowIdOf(params.id), account.username);
    if (outcome === 'unknown') throw unknownIncident();
    if (outcome === 'ended') throw endedIncident();
    return { message: 'Nobody is on it now.' };
  });
  handle(app, 'startDrill', async ({ payload, account }) => {
    await changes.count(account.id);
    const outcome = await drills.start({ ...payload, by: account.username });
    if (outcome === 'unknown') throw httpError(404, 'There is no such platform.');
    if (outcome === 'open') throw httpError(409, 'This platform has an open incident.');
    return { message: 'The drill has begun.' };
  });
  handle(app, 'endDrill', async ({ params, account }) => {
    await changes.count(account.id);
    if (!(await drills.end(params.platform))) throw httpError(404, 'This platform has no drill.');
    return { message: 'The drill has ended.' };
  });
}

const unknownIncident = () => httpError(404, 'There is no such incident.');
const endedIncident = () => httpError(409, 'This incident has ended: the platform is back.');
