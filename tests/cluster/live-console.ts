import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';
import * as z from 'zod/mini';
import { type Change, type Missed, MissedSchema } from '../../contract/live.ts';
import { LIVE_PATH } from '../../contract/paths.ts';
import { deviceClock } from '../../src/worker/clock.ts';
import { createConnection } from '../../src/worker/connection/connection.ts';
import type { OpenSocket } from '../../src/worker/connection/socket.ts';
import { createStream } from '../../src/worker/connection/stream.ts';
import { createServerTime } from '../../src/worker/server-time.ts';

/**
 * The part of a console that keeps its stream whole, as the data worker has it: its connection, its stream, and replays. A
 * replay that nobody answers is asked for again, where a console would read its lists anew.
 */
export interface LiveConsole {
  /** Every change in the order in which it was applied, hidden ones included. */
  readonly applied: readonly Change[];
  /** Number of the last change that it has, also of those before its beginning. */
  readonly seen: () => number;
  /** How often it had to give up the stream and begin at another number. */
  readonly breaks: () => number;
  /** How often a socket was opened. */
  readonly connections: () => number;
  readonly isLive: () => boolean;
  close(): Promise<void>;
}

const REPLAY_TRIES = 50;
const REPLAY_PAUSE_MS = 200;

/**
 * @param url of a server, or of what stands before several
 * @param cookie of a session
 * @param onChange called with each change as it is applied
 */
export function openLiveConsole(
  url: string,
  cookie: string,
  onChange: (change: Change) => void = () => undefined,
): LiveConsole {
  const ending = new AbortController();
  const applied: Change[] = [];
  let breaks = 0;
  let connections = 0;

  async function replay(since: number): Promise<Missed | undefined> {
    const { streamId: stream } = numbers;
    for (let tries = 0; tries < REPLAY_TRIES && !ending.signal.aborted; tries += 1) {
      const missed = await readMissed(url, cookie, {
        since: String(since),
        ...(stream && { stream }),
      });
      if (missed !== undefined) {
        if (!missed.complete) breaks += 1;
        return missed;
      }
      await delay(REPLAY_PAUSE_MS);
    }
    breaks += 1;
    return undefined;
  }

  const numbers = { streamId: undefined as string | undefined };
  const streamEvents = {
    apply(change: Change) {
      applied.push(change);
      onChange(change);
    },
    replay,
    onGap: () => undefined,
    onWhole: () => undefined,
    onRenumbered: () => {
      breaks += 1;
    },
    known: () => ({ least: undefined, most: 0 }),
  };
  const stream = createStream(streamEvents, numbers);
  const connection = createConnection(
    {
      openSocket: socketAt(url.replace(/^http/, 'ws') + LIVE_PATH, cookie),
      clock: deviceClock,
      serverTime: createServerTime(deviceClock),
      random: Math.random,
      askServer: async () => ({ signedOut: false }),
    },
    {
      onChange: () => undefined,
      onOpen: () => {
        connections += 1;
      },
      onMessage(message) {
        if (message.kind === 'hello') {
          const { seq, streamId } = message.hello;
          stream.hello(seq, streamId);
        }
        if (message.kind === 'beat') stream.beat(message.beat.seq);
        if (message.kind === 'change') stream.change(message.change);
      },
      onLost: stream.lost,
    },
  );
  const running = connection.run(ending.signal);
  return {
    applied,
    seen: () => stream.seen() ?? 0,
    breaks: () => breaks,
    connections: () => connections,
    isLive: () => connection.state().state === 'live' && stream.whole(),
    async close() {
      ending.abort();
      await running;
    },
  };
}

async function readMissed(
  url: string,
  cookie: string,
  query: Record<string, string>,
): Promise<Missed | undefined> {
  try {
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(`${url}/api/live?${new URLSearchParams(query)}`, {
      headers: { cookie },
      signal,
    });
    return answer.ok ? z.parse(MissedSchema, await answer.json()) : undefined;
  } catch {
    return undefined;
  }
}

function socketAt(address: string, cookie: string): OpenSocket {
  return ({ onOpen, onMessage, onClose }) => {
    const socket = new WebSocket(address, { headers: { cookie }, perMessageDeflate: false });
    socket.on('open', onOpen);
    socket.on('message', (data) => onMessage(String(data)));
    socket.on('close', (code) => onClose(code));
    // It closes after an error.
    socket.on('error', () => undefined);
    return { close: () => socket.terminate() };
  };
}
