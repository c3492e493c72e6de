/** What the hub needs of a `ws` socket. */
export interface LiveSocket {
  /** Bytes that the reader has not taken yet. */
  readonly bufferedAmount: number;
  send(data: string | Buffer, options: { readonly binary: false }): void;
  ping(): void;
  close(code: number, reason: string): void;
  terminate(): void;
  on(event: 'close' | 'message' | 'pong', listener: () => void): unknown;
}

export interface LiveSession {
  readonly id: string;
  readonly account: { readonly id: string };
  /** Id of the display whose session it is. */
  readonly display?: string | null;
}

export interface Member {
  readonly session: LiveSession;
  /** The last ping. */
  answered: boolean;
  /** Messages since the last ping. */
  heard: number;
}

/** Who is on the live stream, by socket, session and account. It says nothing to anybody. */
export interface Members {
  add(socket: LiveSocket, session: LiveSession): Member;
  /** Does nothing to a socket that has left. */
  remove(socket: LiveSocket): void;
  /** As they are now: who leaves meanwhile stays in it. */
  all(): [LiveSocket, Member][];
  sockets(): LiveSocket[];
  socketsOf(sessionId: string): LiveSocket[];
  size(): number;
  sizeOf(accountId: string): number;
  /** Told of every socket that joined or left. @returns the undo */
  onPresence(listener: (session: LiveSession) => void): () => void;
}

export function createMembers(): Members {
  const members = new Map<LiveSocket, Member>();
  const byAccount = new Map<string, number>();
  const listeners = new Set<(session: LiveSession) => void>();

  function count(session: LiveSession, change: 1 | -1): void {
    const { id } = session.account;
    const next = (byAccount.get(id) ?? 0) + change;
    if (next === 0) byAccount.delete(id);
    else byAccount.set(id, next);
    for (const listener of listeners) listener(session);
  }

  return {
    add(socket, session) {
      const member: Member = { session, answered: true, heard: 0 };
      members.set(socket, member);
      count(session, 1);
      return member;
    },
    remove(socket) {
      const member = members.get(socket);
      if (member === undefined) return;
      members.delete(socket);
      count(member.session, -1);
    },
    all: () => [...members],
    sockets: () => [...members.keys()],
    socketsOf: (sessionId) =>
      [...members].filter(([, { session }]) => session.id === sessionId).map(([socket]) => socket),
    size: () => members.size,
    sizeOf: (accountId) => byAccount.get(accountId) ?? 0,
    onPresence(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
