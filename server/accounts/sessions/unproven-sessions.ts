import { recordAudit } from '../../audit/rows/audit.ts';
import type { Account } from '../../base/session.ts';
import { emitPeople } from '../people.ts';
import type { AccountsNode } from '../sign-in.ts';

/**
 * The account has got its first second factor. Its other sessions were opened without one, and end.
 *
 * @param current id of the session that added it
 * @returns what to say of it
 */
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

/** @returns a sentence to add; nothing if none ended */
export function endedText(ended: number): string {
  if (ended === 0) return '';
  return ended === 1
    ? ' One other device is signed out.'
    : ` ${ended} other devices are signed out.`;
}
