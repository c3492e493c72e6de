import type { FastifyInstance } from 'fastify';
import { handle } from '../http/handle.ts';
import type { Database } from '../store/database.ts';
import { readStats } from '../store/stats.ts';

/** The numbers on the dashboard's cards. */
export function dashboardCalls(app: FastifyInstance, { db }: { db: Database }): void {
  handle(app, 'stats', () => readStats(db));
}
