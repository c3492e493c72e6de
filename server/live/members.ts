import type { SessionRole } from '../../contract/roles.ts';
import { createListeners } from '../base/listeners.ts';

/** The part of a `ws` socket that the hub uses. */
export interface LiveSocket {
  /** Bytes that the reader has not received yet. */
  readonly bufferedAmount: number;
  send(data: string | Buffer, options: { readonly binary: false }): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'close' | 'message' | 'pong', listener: () => void): unknown;
}

export interface LiveSession {
  readonly id: string;
  readonly account: { readonly id: string; readonly role: SessionRole };
  /** Id of the display that owns the session. */
  readonly display?: string | null;
}

export interface Member {
  readonly session: LiveSession;
  /** Whether the last ping was answered. */
  answered: boolean;
  /** Messages received since the last ping. */
  received: number;
}

/** The open live sockets, by socket, session and account. It sends nothing. */
export type Members = ReturnType<typeof createMembers>;

export function createMembers() {
  const members = new Map<LiveSocket, Member>();
  const byAccount = new Map<string, number>();
  const presence = createListeners<[session: LiveSession]>();

  function count(session: LiveSession, change: 1 | -1): void {
    const { id } = session.account;
    const next = (byAccount.get(id) ?? 0) + change;
    if (next === 0) byAccount.delete(id);
    else byAccount.set(id, next);
    presence.tell(session);
  }

  return {
    add(socket: LiveSocket, session: LiveSession): Member {
      const member: Member = { session, answered: true, received: 0 };
      members.set(socket, member);
      count(session, 1);
      return member;
    },
    /** Does nothing for a socket that was removed before. */
    remove(socket: LiveSocket): void {
      const member = members.get(socket);
      if (member === undefined) return;
      members.delete(socket);
      count(member.session, -1);
    },
    /** A copy: it does not change when sockets leave. */
    all: () => [...members],
    sockets: () => [...members.keys()],
    socketsOf: (sessionId: string) =>
      [...members].filter(([, { session }]) => session.id === sessionId).map(([socket]) => socket),
    size: () => members.size,
    sizeOf: (accountId: string) => byAccount.get(accountId) ?? 0,
    /** Called for every socket that joins or leaves. @returns unsubscribe */
    onPresence: presence.add,
  };
}

/** Flush after this many frames, so that `bufferedAmount` stays meaningful. */
const CORKED_MAX = 64;

/**
 * Sends all frames of one tick in one write. A hundred changes of one commit are a hundred frames for `ws`, and would
 * otherwise be as many system calls and as many wake-ups of the reader.
 *
 * @param wire the stream that the socket writes to
 */
export function corkedSocket(
  socket: LiveSocket,
  wire: { cork(): void; uncork(): void },
): LiveSocket {
  let waiting = 0;

  function flush(): void {
    if (waiting === 0) return;
    waiting = 0;
    wire.uncork();
  }

  function cork(): void {
    if (waiting >= CORKED_MAX) flush();
    if (waiting === 0) {
      wire.cork();
      process.nextTick(flush);
    }
    waiting += 1;
  }

  return {
    send(data, options) {
      cork();
      socket.send(data, options);
    },
    close: (code, reason) => socket.close(code, reason),
    terminate: () => socket.terminate(),
    ping: () => socket.ping(),
    on: (event, listener) => socket.on(event, listener),
    get bufferedAmount() {
      return socket.bufferedAmount;
    },
  };
}
