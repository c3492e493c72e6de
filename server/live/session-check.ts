import { CLOSE } from '../../contract/live.ts';
import { joined } from '../base/joined.ts';
import type { LiveSession, LiveSocket, Members } from './members.ts';

type SessionRights = Pick<LiveSession, 'account'> & { readonly mustEnrol: boolean };

/** Sessions in one query: SQLite answers it within a few milliseconds, in which nothing else runs. */
const READ_MAX = 1000;

export interface SessionCheckDeps {
  readonly members: Members;
  /** @returns what the live ones of these sessions may do now, as the database has it */
  readonly readSessions: (ids: readonly string[]) => Promise<ReadonlyMap<string, SessionRights>>;
  readonly closeSocket: (socket: LiveSocket, code: number, reason: string) => void;
}

/**
 * Another instance says at once what it changed about a session, but what it says may be lost.
 *
 * @returns what closes the sockets whose sessions have ended, or may do something else than when they joined. It reads many
 *   sessions at once. Asked for while it runs, it runs once more, for all who asked
 */
export const createSessionCheck = (deps: SessionCheckDeps): (() => Promise<void>) =>
  // A check that fails is repeated at the next interval.
  joined(() => checkOnce(deps).catch(() => undefined));

async function checkOnce({ members, readSessions, closeSocket }: SessionCheckDeps): Promise<void> {
  const ids = new Set(members.all().map(([, { session }]) => session.id));
  const found = new Map<string, SessionRights>();
  const unread = [...ids];
  while (unread.length > 0)
    for (const [id, rights] of await readSessions(unread.splice(0, READ_MAX)))
      found.set(id, rights);
  for (const [socket, { session }] of members.all()) {
    if (!ids.has(session.id)) continue;
    const stored = found.get(session.id);
    if (stored === undefined) closeSocket(socket, CLOSE.signIn, 'signed out');
    else if (stored.mustEnrol || stored.account.role !== session.account.role)
      closeSocket(socket, CLOSE.restart, 'reconnect');
  }
}
