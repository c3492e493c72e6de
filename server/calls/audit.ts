import type { FastifyInstance } from 'fastify';
import { AUDIT } from '../../contract/limits.ts';
import { handle } from '../http/handle.ts';
import { listAudit } from '../store/audit-list.ts';
import type { Database } from '../store/database.ts';

/** Who did what, when and from where. */
export function auditCalls(app: FastifyInstance, { db }: { readonly db: Database }): void {
  handle(app, 'audit', ({ query: { q: text, limit = AUDIT.pageDefault, ...filter } }) =>
    listAudit(db, { ...filter, limit, text }),
  );
}
