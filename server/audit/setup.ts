import { AUDIT } from '../../contract/limits.ts';
import type { Feature, NodeBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { keepAudit } from './audit-keeper.ts';
import { listAudit } from './rows/audit.ts';

interface AuditNeeds {
  /** How long rows are kept: an admin may change it. */
  readonly keepDays: () => Promise<number>;
}

/** Who did what, when and from where. */
export const setUpAudit = (node: NodeBase, { keepDays }: AuditNeeds): Feature => ({
  calls: (app) =>
    handle(app, 'audit', ({ query: { limit = AUDIT.pageDefault, ...filter } }) =>
      listAudit(node.db, { ...filter, limit }),
    ),
  lead: (journal) => keepAudit({ ...node, journal, keepDays }),
});
