import type { FastifyInstance } from 'fastify';
import { LIVENESS_PATH, READINESS_PATH } from '../../contract/pages.ts';
import type { NotReady, Readiness } from '../readiness.ts';

const SENTENCES: Readonly<Record<NotReady, string>> = {
  starting: 'This instance is starting.',
  draining: 'This instance is stopping.',
  database: 'The database cannot be reached.',
  bundles: 'The directory of the bundles cannot be used.',
};
const UNCACHED = { 'cache-control': 'no-store' };

/**
 * For supervisors and load balancers, without a session: whether the process lives, which asks nothing of the database, and
 * whether it should be sent requests.
 */
export function healthCalls(app: FastifyInstance, readiness: Pick<Readiness, 'check'>): void {
  app.get(LIVENESS_PATH, (_request, reply) => reply.headers(UNCACHED).send({ alive: true }));
  app.get(READINESS_PATH, async (_request, reply) => {
    const reasons = await readiness.check();
    const [first] = reasons;
    reply.headers(UNCACHED);
    if (first === undefined) return reply.send({ ready: true });
    return reply.code(503).send({ ready: false, reasons, message: SENTENCES[first] });
  });
}
