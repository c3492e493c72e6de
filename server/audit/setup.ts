import { AUDIT } from '../../contract/account-limits.ts';
import { DAY_MS } from '../../contract/limits.ts';
import { createAlarm } from '../base/alarm.ts';
import { pruningTime } from '../database/pruning-time.ts';
import type { Feature, NodeBase, TermBase } from '../feature.ts';
import { handle } from '../http/handle.ts';
import { listAudit, pruneAudit, readAuditMark } from './rows/audit.ts';

/** Who did what, when and from where. */
export const setUpAudit = (
  node: NodeBase,
  { keepDays }: Pick<AuditKeeperDeps, 'keepDays'>,
): Feature => ({
  calls: (app) =>
    handle(app, 'audit', ({ query: { limit = AUDIT.pageDefault, ...filter } }) =>
      listAudit(node.db, { ...filter, limit }),
    ),
  lead: (journal) => keepAudit({ ...node, journal, keepDays }),
});

interface AuditKeeperDeps extends Pick<TermBase, 'db' | 'journal' | 'clock' | 'loops' | 'log'> {
  /** How long rows are kept: an admin may change it. */
  readonly keepDays: () => Promise<number>;
}

/** Rows deleted in one transaction: others wait for it. */
const ROWS_PER_STEP = 500;

/**
 * Once a day, deletes the rows of the audit log that are older than the settings say, and logs the hash of its last row:
 * whoever keeps the log lines elsewhere can tell later whether the audit log was written anew. The owner closes it.
 */
export function keepAudit({ db, journal, clock, loops, log, keepDays }: AuditKeeperDeps) {
  async function prune(signal: AbortSignal): Promise<void> {
    const auditDays = await keepDays();
    const at = clock.now();
    const before = (await pruningTime(db, at)) - auditDays * DAY_MS;
    const step = { before, limit: ROWS_PER_STEP, at };
    let deleted = ROWS_PER_STEP;
    while (!signal.aborted && deleted === ROWS_PER_STEP)
      deleted = await journal.commit((tx) => pruneAudit(tx, step));
  }

  return createAlarm({
    clock,
    loops,
    name: 'prune the audit log',
    failed: 'audit log not pruned; it is tried again',
    async job(signal) {
      await prune(signal);
      const head = await readAuditMark(db, 'head');
      if (head) log.info({ row: head.id, hash: head.hash }, 'audit log');
      return clock.now() + DAY_MS;
    },
  });
}
