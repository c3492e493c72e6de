import type { FastifyInstance } from 'fastify';
import { handle } from '../http/handle.ts';
import { listAudit } from '../store/audit-list.ts';
import type { Database } from '../store/database.ts';

const PAGE_DEFAULT = 100;

/** Who did what, when and from where. */
export function auditCalls(app: FastifyInstance, { db }: { readonly db: Database }): void {
  handle(app, 'audit', ({ query: { q: text, limit = PAGE_DEFAULT, ...filter } }) =>
    listAudit(db, { ...filter, limit, text }),
  );
}
