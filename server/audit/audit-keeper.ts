import { type Alarm, createAlarm } from '../base/alarm.ts';
import type { NodeBase } from '../feature.ts';
import { pruneAudit, readAuditMark } from './rows/audit.ts';

interface AuditKeeperDeps extends Pick<NodeBase, 'db' | 'journal' | 'clock' | 'log'> {
  /** How long rows are kept: an admin may change it. */
  readonly keepDays: () => Promise<number>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows deleted in one transaction: others wait for it. */
const ROWS_PER_STEP = 500;

/**
 * Once a day, deletes the rows of the audit log that are older than the settings say, and logs the hash of its last row:
 * whoever keeps the log lines elsewhere can tell later whether the audit log was written anew. The owner closes it.
 */
export function keepAudit({
  db,
  journal,
  clock,
  log,
  keepDays,
}: AuditKeeperDeps): Pick<Alarm, 'close'> {
  let closed = false;

  async function prune(): Promise<void> {
    const auditDays = await keepDays();
    const at = clock.now();
    const step = { before: at - auditDays * DAY_MS, limit: ROWS_PER_STEP, at };
    let deleted = ROWS_PER_STEP;
    while (!closed && deleted === ROWS_PER_STEP)
      deleted = await journal.commit((tx) => pruneAudit(tx, step));
  }

  const alarm = createAlarm({
    clock,
    async job() {
      await prune();
      const head = await readAuditMark(db, 'head');
      if (head) log.info({ row: head.id, hash: head.hash }, 'audit log');
      return clock.now() + DAY_MS;
    },
    onError: (error) => log.error({ err: error }, 'audit log not pruned; it is tried again'),
  });

  return {
    close() {
      closed = true;
      return alarm.close();
    },
  };
}
