import { type Change, CLOSE, hiddenChange } from '../../contract/live.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import type { Journal } from '../database/journal.ts';
import type { NodeBase } from '../feature.ts';
import type { LoadGuard, Shortage } from './load-guard.ts';
import {
  createMembers,
  type LiveSession,
  type LiveSocket,
  type Member,
  type Members,
} from './members.ts';
import { createSessionCheck, type SessionCheckDeps } from './session-check.ts';
import { readersOf } from './visibility.ts';

export type { LiveSession, LiveSocket } from './members.ts';

/**
 * The live stream: sends every change of the journal to every open socket, serialised once. It owns the sockets and
 * closes them: at the end of a session, when a reader is too slow, when a peer is gone. It knows nothing of HTTP;
 * the caller decides who may join.
 */
export interface Hub {
  /** @returns what keeps out one more socket of this account, which is counted; undefined if there is room */
  refusal(accountId: string): Refusal | undefined;
  join(socket: LiveSocket, session: LiveSession): void;
  /** @returns whether a socket of this session is open */
  hasSession(sessionId: string): boolean;
  /** Sends a message to the sockets of one session. @returns false if no socket received it */
  sendToSession(sessionId: string, message: object): boolean;
  /** Called for every socket that joins or leaves. @returns unsubscribe */
  onPresence(listener: (session: LiveSession) => void): () => void;
  /** Closes the sockets of a session that ended. */
  closeSession(id: string): void;
  /** Closes the sockets whose sessions have ended, or may do something else, unnoticed. */
  checkSessions(): Promise<void>;
  /**
   * Closes sockets so that their consoles reconnect at once and join with what they may read now.
   * @param accountId undefined: of all accounts
   */
  reconnect(accountId: string | undefined): void;
  /** Sends a bye to all sockets and closes them. */
  close(): Promise<void>;
  counters(): HubCounters;
}

/** account: it has as many sockets as one may have. */
export type Refusal = 'account' | Shortage;

interface HubCounters {
  readonly sockets: number;
  /** Changes that were sent since start. */
  readonly published: number;
  /** Sockets that were closed because their reader was too slow. */
  readonly dropped: number;
  /** Sockets that were not let in. */
  readonly refused: ReadonlyMap<Refusal, number>;
}

export interface HubDeps extends Pick<NodeBase, 'clock' | 'loops' | 'now' | 'build'> {
  readonly journal: Pick<Journal, 'subscribe' | 'seq' | 'streamId'>;
  readonly readSessions: SessionCheckDeps['readSessions'];
  readonly loadGuard: Pick<LoadGuard, 'shortage'>;
  /** Other instances take the sockets of this one, so they need not wait for it to start again. */
  readonly hasOthers?: boolean;
  /** 0 to 1. */
  readonly random?: () => number;
}

export const BEAT_MS = 15_000;
/** Also the interval at which sessions are checked. */
export const PING_EVERY_MS = 30_000;
const BEAT = { name: 'send beats', limitMs: BEAT_MS, isLater: true };
const CHECK = {
  name: 'check live sessions',
  everyMs: PING_EVERY_MS,
  limitMs: PING_EVERY_MS,
  isLater: true,
};
/** When this process is there again, and when another one is. */
const COME_BACK_SEC = { here: 2, elsewhere: 0.5 } as const;
/**
 * Consoles come back spread over so much time that no more than these join in a second; not over more, because a console
 * calls itself disconnected after ten.
 */
const JOINS_PER_SEC = 500;
const SPREAD_MAX_SEC = 4;
const BUFFERED_MAX_BYTES = 1024 * 1024;
const FRAME_MAX_BYTES = BUFFERED_MAX_BYTES / 4;
/** Clients have nothing to send: a few messages between two pings are ignored, more close the socket. */
const RECEIVED_MAX = 20;
/** A peer that does not answer the closing frame is terminated after this time. */
const CLOSING_MS = 2000;
const PER_ACCOUNT_MAX = 32;
const TEXT = { binary: false } as const;

export function createHub(deps: HubDeps): Hub {
  const { journal, clock, loops, now, build, readSessions, loadGuard } = deps;
  const members = createMembers();
  const refusals = createRefusals(members, loadGuard);
  let published = 0;
  let dropped = 0;
  /** Monotonic. */
  let sentAt = clock.elapsed();

  function closeSocket(socket: LiveSocket, code: number, reason: string): void {
    members.remove(socket);
    socket.close(code, reason);
    const timer = setTimeout(() => socket.terminate(), CLOSING_MS);
    socket.on('close', () => clearTimeout(timer));
  }

  /** @returns false if the reader is too slow: its socket is closed instead */
  function sendFrame(socket: LiveSocket, frame: Buffer): boolean {
    if (socket.bufferedAmount > BUFFERED_MAX_BYTES) {
      dropped += 1;
      closeSocket(socket, CLOSE.tooSlow, 'too slow');
      return false;
    }
    socket.send(frame, TEXT);
    return true;
  }

  const checkSessions = createSessionCheck({ members, readSessions, closeSocket });

  function closeSession(id: string): void {
    for (const socket of members.socketsOf(id)) closeSocket(socket, CLOSE.signIn, 'signed out');
  }

  function onMessage(socket: LiveSocket, member: Member): void {
    member.received += 1;
    if (member.received > RECEIVED_MAX)
      closeSocket(socket, CLOSE.refused, 'no messages are accepted');
  }

  const silenceMs = () => sentAt + BEAT_MS - clock.elapsed();
  const beats = loops.repeat({ ...BEAT, everyMs: () => Math.max(1, silenceMs()) }, () => {
    if (silenceMs() > 0) return;
    const frame = frameOf({ type: 'beat', at: now(), seq: journal.seq() });
    for (const socket of members.sockets()) sendFrame(socket, frame);
    sentAt = clock.elapsed();
  });
  const checks = loops.repeat(CHECK, async () => {
    pingPeers(members);
    await checkSessions();
  });
  const unsubscribe = journal.subscribe((change: Change) => {
    published += 1;
    const frame = frameFor(change);
    for (const [socket, { session }] of members.all()) sendFrame(socket, frame(session));
    sentAt = clock.elapsed();
  });

  return {
    refusal: refusals.find,
    join(socket, session) {
      const member = members.add(socket, session);
      socket.on('close', () => members.remove(socket));
      socket.on('pong', () => {
        member.answered = true;
      });
      socket.on('message', () => onMessage(socket, member));
      const hello = { type: 'hello', contract: CONTRACT_VERSION, build, at: now() };
      const { seq, streamId } = journal;
      const stream = { seq: seq(), streamId: streamId(), beatSec: BEAT_MS / 1000 };
      socket.send(frameOf({ ...hello, ...stream }), TEXT);
    },
    hasSession: (sessionId) => members.socketsOf(sessionId).length > 0,
    sendToSession(sessionId, message) {
      const frame = frameOf(message);
      const results = members.socketsOf(sessionId).map((socket) => sendFrame(socket, frame));
      return results.includes(true);
    },
    onPresence: members.onPresence,
    closeSession,
    checkSessions,
    reconnect(accountId) {
      for (const [socket, { session }] of members.all())
        if (accountId === undefined || session.account.id === accountId)
          closeSocket(socket, CLOSE.restart, 'reconnect');
    },
    async close() {
      unsubscribe();
      const comeBackSec = spreadComeBacks(members.size(), deps);
      for (const socket of members.sockets())
        sendFrame(socket, frameOf({ type: 'bye', at: now(), comeBackSec: comeBackSec() }));
      for (const socket of members.sockets()) closeSocket(socket, CLOSE.restart, 'restarting');
      await Promise.all([beats.close(), checks.close()]);
    },
    counters: () => ({ sockets: members.size(), published, dropped, refused: refusals.counts }),
  };
}

/** @returns when each of so many consoles should come back, in seconds: not all at once */
function spreadComeBacks(sockets: number, { hasOthers = false, random = Math.random }: HubDeps) {
  const leastSec = hasOthers ? COME_BACK_SEC.elsewhere : COME_BACK_SEC.here;
  const spreadSec = Math.min(SPREAD_MAX_SEC, sockets / JOINS_PER_SEC);
  return () => Math.round((leastSec + random() * spreadSec) * 100) / 100;
}

/** Judges whether a socket more may join, and counts those that may not. */
function createRefusals(members: Members, loadGuard: HubDeps['loadGuard']) {
  const counts = new Map<Refusal, number>();

  function judge(accountId: string): Refusal | undefined {
    const isFull = members.sizeOf(accountId) >= PER_ACCOUNT_MAX;
    return loadGuard.shortage(members.size()) ?? (isFull ? 'account' : undefined);
  }

  return {
    counts,
    find(accountId: string): Refusal | undefined {
      const refusal = judge(accountId);
      if (refusal !== undefined) counts.set(refusal, (counts.get(refusal) ?? 0) + 1);
      return refusal;
    },
  };
}

/**
 * Numbers have no gaps, so who may not read what changed gets the number alone. Of what is too large consoles get the key, and
 * read again: they are answered at the pace of each, and a socket keeps room for what follows.
 *
 * @returns the frame for a session
 */
function frameFor(change: Change): (session: LiveSession) => Buffer {
  const whole = frameOf(change);
  const isTooLarge = whole.length > FRAME_MAX_BYTES;
  const frame = isTooLarge ? frameOf({ ...change, op: 'patch', data: null }) : whole;
  const hidden = frameOf(hiddenChange(change));
  const mayRead = readersOf(change.key);
  return ({ account }) => (mayRead(account.role) ? frame : hidden);
}

/** Terminates the sockets that did not answer the last ping and pings the others. */
function pingPeers(members: Members): void {
  for (const [socket, member] of members.all()) {
    if (!member.answered) {
      members.remove(socket);
      socket.terminate();
      continue;
    }
    member.answered = false;
    member.received = 0;
    socket.ping();
  }
}

const frameOf = (message: object) => Buffer.from(JSON.stringify(message));
