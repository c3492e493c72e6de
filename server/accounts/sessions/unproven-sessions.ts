import { recordAudit } from '../../audit/rows/audit.ts';
import type { Account } from '../../base/session.ts';
import { emitPeople } from '../people.ts';
import type { AccountsNode } from '../sign-in.ts';

/** The other sessions were opened without a second factor. @param current of the session that added it */
export async function endUnprovenSessions(
  { sessions, now }: Pick<AccountsNode, 'sessions' | 'now'>,
  { id, username: target }: Account,
  current: string | undefined,
): Promise<string> {
  const ended = await sessions.endAllOf(id, current, async (tx, emit, others) => {
    const detail = `all others (${others})`;
    if (others > 0) await recordAudit(tx, { action: 'session.ended', target, detail, at: now() });
    await emitPeople(tx, emit, now());
  });
  return endedText(ended);
}

export function endedText(ended: number): string {
  if (ended === 0) return '';
  return ended === 1
    ? ' One other device is signed out.'
    : ` ${ended} other devices are signed out.`;
}
