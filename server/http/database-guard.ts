import type { FastifyInstance } from 'fastify';
import { DatabaseUnreachableError } from '../store/database-errors.ts';
import type { DatabaseHealth } from '../store/health.ts';
import { requestPath } from './routes.ts';

/**
 * Refuses every call while the database cannot be reached, also what could be answered from memory: nothing may look live
 * then. Pages, peers and metrics are answered as far as they go.
 */
export function refuseWithoutDatabase(app: FastifyInstance, health: DatabaseHealth): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isCall = requestPath(request).startsWith('/api/');
    done(
      isCall && !health.isReachable() ? new DatabaseUnreachableError('not reachable') : undefined,
    );
  });
}
