import { type Change, CLOSE } from '../../contract/live.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import type { Journal } from '../store/journal.ts';
import { createMembers, type LiveSession, type LiveSocket, type Member } from './members.ts';

export type { LiveSession, LiveSocket } from './members.ts';

/**
 * The live stream: every change that the journal tells, to every open socket, serialised once. It owns
 * the sockets and their ends: of a session, of a reader that is too slow, of a peer that is gone. It
 * knows nothing of HTTP; who may join is decided before.
 */
export interface Hub {
  /** @returns why there is no room for one more socket of this account, or undefined */
  noRoomFor(accountId: string): 'account' | 'server' | undefined;
  join(socket: LiveSocket, session: LiveSession): void;
  /** @returns whether a socket of this session is open */
  has(sessionId: string): boolean;
  /** Says something to the sockets of one session. @returns false when it has none */
  say(sessionId: string, message: object): boolean;
  /** Told of every socket that joined or left. @returns the undo */
  onPresence(listener: (session: LiveSession) => void): () => void;
  /** Closes the sockets of a session that ended. */
  closeSession(id: string): void;
  /** Says goodbye to all and closes them. */
  close(): void;
  facts(): { sockets: number; told: number; dropped: number };
}

export interface HubParts {
  readonly journal: Pick<Journal, 'subscribe' | 'seq'>;
  readonly now: () => number;
  /** Name of the build that is served. */
  readonly build: string;
  /** @returns false once the session has ended, by time or elsewhere */
  readonly isAlive: (sessionId: string) => Promise<boolean>;
}

export const BEAT_MS = 15_000;
/** Also how often sessions are looked at again. */
export const PING_EVERY_MS = 30_000;
const COME_BACK_SEC = 2;
const BUFFERED_MAX_BYTES = 1024 * 1024;
/** Nothing is said in this direction: a few messages a ping are ignored, more are not. */
const HEARD_MAX = 20;
/** A peer that does not answer the closing frame is cut off. */
const CLOSING_MS = 2000;
const PER_ACCOUNT_MAX = 32;
const SOCKETS_MAX = 2500;
const TEXT = { binary: false } as const;

export function createHub({ journal, now, build, isAlive }: HubParts): Hub {
  const members = createMembers();
  const facts = { told: 0, dropped: 0 };

  function end(socket: LiveSocket, code: number, reason: string): void {
    members.remove(socket);
    socket.close(code, reason);
    const timer = setTimeout(() => socket.terminate(), CLOSING_MS);
    socket.on('close', () => clearTimeout(timer));
  }

  function sayToAll(message: object): void {
    const frame = Buffer.from(JSON.stringify(message));
    for (const socket of members.sockets()) {
      if (socket.bufferedAmount > BUFFERED_MAX_BYTES) {
        facts.dropped++;
        end(socket, CLOSE.tooSlow, 'too slow');
      } else socket.send(frame, TEXT);
    }
    beat.refresh();
  }

  function checkPeers(): void {
    for (const [socket, member] of members.all()) {
      if (!member.answered) {
        members.remove(socket);
        socket.terminate();
        continue;
      }
      member.answered = false;
      member.heard = 0;
      socket.ping();
    }
  }

  async function checkSessions(): Promise<void> {
    for (const id of new Set(members.all().map(([, { session }]) => session.id))) {
      // What cannot be asked now is asked again at the next turn.
      if (!(await isAlive(id).catch(() => true))) closeSession(id);
    }
  }

  function closeSession(id: string): void {
    for (const socket of members.socketsOf(id)) end(socket, CLOSE.signIn, 'signed out');
  }

  function hear(socket: LiveSocket, member: Member): void {
    member.heard++;
    if (member.heard > HEARD_MAX) end(socket, CLOSE.refused, 'nothing is taken here');
  }

  const beat = setInterval(
    () => sayToAll({ type: 'beat', at: now(), seq: journal.seq() }),
    BEAT_MS,
  );
  const checks = setInterval(() => {
    checkPeers();
    void checkSessions();
  }, PING_EVERY_MS);
  const unsubscribe = journal.subscribe((change: Change) => {
    facts.told++;
    sayToAll(change);
  });

  return {
    noRoomFor(accountId) {
      if (members.size() >= SOCKETS_MAX) return 'server';
      return members.sizeOf(accountId) >= PER_ACCOUNT_MAX ? 'account' : undefined;
    },
    join(socket, session) {
      const member = members.add(socket, session);
      socket.on('close', () => members.remove(socket));
      socket.on('pong', () => {
        member.answered = true;
      });
      socket.on('message', () => hear(socket, member));
      const hello = { type: 'hello', contract: CONTRACT_VERSION, build, at: now() };
      const facts = { seq: journal.seq(), beatSec: BEAT_MS / 1000 };
      socket.send(JSON.stringify({ ...hello, ...facts }), TEXT);
    },
    has: (sessionId) => members.socketsOf(sessionId).length > 0,
    say(sessionId, message) {
      const sockets = members.socketsOf(sessionId);
      for (const socket of sockets) socket.send(JSON.stringify(message), TEXT);
      return sockets.length > 0;
    },
    onPresence: members.onPresence,
    closeSession,
    close() {
      unsubscribe();
      sayToAll({ type: 'bye', at: now(), comeBackSec: COME_BACK_SEC });
      clearInterval(beat);
      clearInterval(checks);
      for (const socket of members.sockets()) end(socket, CLOSE.restart, 'restarting');
    },
    facts: () => ({ sockets: members.size(), ...facts }),
  };
}
