import type { FastifyInstance } from 'fastify';
import { handle } from '../http/handle.ts';
import { rowIdOf } from '../http/routes.ts';
import type { Limits } from '../limits/limits.ts';
import type { Drills } from './drills.ts';
import type { Incidents } from './incidents.ts';

interface IncidentCallsDeps {
  readonly incidents: Incidents;
  readonly drills: Drills;
  readonly limits: Limits;
}

/** Each change is sent to every console. */
const CHANGES = { max: 60, windowMs: 60_000, keysMax: 10_000 };
/** An incident stores a limited number of events. */
const COMMENTS = { max: 10, windowMs: 60_000, keysMax: 10_000 };

/** What happened, who is on it, and drills. */
export function incidentCalls(
  app: FastifyInstance,
  { incidents, drills, limits }: IncidentCallsDeps,
): void {
  const changes = limits.attempts('incident changed by account', CHANGES);
  const comments = limits.attempts('incident comment by account', COMMENTS);

  handle(app, 'incidents', ({ query }) => incidents.list(query));
  handle(app, 'incident', ({ params }) => incidents.find(rowIdOf(params.id)));
  handle(app, 'openIncident', async ({ payload, account }) => {
    await comments.count(account.id);
    const id = await incidents.open({ ...payload, by: account.username });
    return { message: 'The incident is open.', id };
  });
  handle(app, 'changeIncident', async ({ params, payload, account }) => {
    await changes.count(account.id);
    await incidents.changeAffected(rowIdOf(params.id), account.username, payload.platforms);
    return { message: 'The platforms are changed.' };
  });
  handle(app, 'acknowledgeIncident', async ({ params, payload: { note }, account }) => {
    await changes.count(account.id);
    const who = { by: account.username, note };
    await incidents.acknowledge(rowIdOf(params.id), who);
    return { message: 'You are on it.' };
  });
  handle(app, 'releaseIncident', async ({ params, account }) => {
    await changes.count(account.id);
    await incidents.release(rowIdOf(params.id), account.username);
    return { message: 'Nobody is on it now.' };
  });
  handle(app, 'handOverIncident', async ({ params, payload: { to }, account }) => {
    await changes.count(account.id);
    await incidents.offer(rowIdOf(params.id), { by: account.username, to });
    return { message: `It waits for ${to}.` };
  });
  handle(app, 'commentOnIncident', async ({ params, payload, account }) => {
    await comments.count(account.id);
    await incidents.comment(rowIdOf(params.id), { ...payload, by: account.username });
    return { message: 'It stands in the timeline.' };
  });
  handle(app, 'seeIncident', async ({ params, payload: { how }, account }) => {
    await changes.count(account.id);
    await incidents.see(rowIdOf(params.id), { by: account.username, how });
    return { message: 'The timeline says that you have seen it.' };
  });
  handle(app, 'startDrill', async ({ payload, account }) => {
    await changes.count(account.id);
    await drills.start({ ...payload, by: account.username });
    return { message: 'The drill has begun.' };
  });
  handle(app, 'endDrill', async ({ params, account }) => {
    await changes.count(account.id);
    await drills.end(params.platform);
    return { message: 'The drill has ended.' };
  });
}
