import type { AuditRow } from '../../contract/shapes/audit.ts';
import type { Database } from './database.ts';
import { containsText } from './text-search.ts';

/** All filters apply together. */
interface AuditFilter {
  readonly limit: number;
  /** Only rows with a smaller id. */
  readonly before?: number | undefined;
  /** One action, or the part before the dot for all of its kind. */
  readonly action?: string | undefined;
  /** Text in the actor, the target, the detail or the address, in any case. */
  readonly text?: string | undefined;
  /** Epoch milliseconds: from inclusive, to exclusive. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** @returns a page of the audit log, newest first */
export async function listAudit(db: Database, filter: AuditFilter): Promise<AuditRow[]> {
  const { before, action, text, from, to } = filter;
  let query = db.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(filter.limit);
  if (before !== undefined) query = query.where('id', '<', before);
  if (from !== undefined) query = query.where('at', '>=', from);
  if (to !== undefined) query = query.where('at', '<', to);
  // A range, so that no character of the text has a meaning: '/' is the one after '.'.
  if (action?.includes('.')) query = query.where('action', '=', action);
  else if (action)
    query = query.where('action', '>=', `${action}.`).where('action', '<', `${action}/`);
  if (text) query = query.where(containsText(['actor', 'target', 'detail', 'address'], text));
  const rows = await query.execute();
  return rows.map(({ id, at, actor_kind: actorKind, previous_hash: _, ...row }) => ({
    ...row,
    id: Number(id),
    at: Number(at),
    actorKind,
  }));
}
