import type { FastifyBaseLogger } from 'fastify';
import { type Alarm, createAlarm } from '../alarm.ts';
import type { Clock } from '../clock.ts';
import { pruneAudit, readAuditMark } from '../store/audit.ts';
import type { Database } from '../store/database.ts';
import type { Journal } from '../store/journal.ts';
import { readAccessSettings } from '../store/settings.ts';

interface AuditKeeperDeps {
  readonly db: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Rows deleted in one transaction: others wait for it. */
const ROWS_PER_STEP = 500;

/**
 * Once a day, deletes the rows of the audit log that are older than the settings say, and logs the hash of its last row:
 * whoever keeps the log lines elsewhere can tell later whether the audit log was written anew. The owner closes it.
 */
export function keepAudit({ db, journal, clock, log }: AuditKeeperDeps): Pick<Alarm, 'close'> {
  let closed = false;

  async function prune(): Promise<void> {
    const { auditDays } = await readAccessSettings(db);
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
