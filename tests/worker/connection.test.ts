import { describe, expect, it } from 'vitest';
import { CLOSE } from '../../contract/live.ts';
import type { ConnectionState } from '../../src/shared/model.ts';
import { type Connection, createConnection } from '../../src/worker/connection/connection.ts';
import type { LiveMessage } from '../../src/worker/connection/live-message.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import { createHandClock, flushPromises, type HandClock } from '../doubles/clock.ts';
import { createFakeSockets, type FakeSockets } from '../doubles/socket.ts';

interface ConnectionRig {
  readonly connection: Connection;
  readonly clock: HandClock;
  readonly sockets: FakeSockets;
  readonly messages: LiveMessage[];
  readonly events: string[];
  /** How often it asked whether it is signed out. */
  readonly questions: () => number;
  readonly signOut: (signedOut: boolean) => void;
  /** The network swallows the question: it ends only when it is given up. */
  readonly swallowQuestions: () => void;
  /** What the server says to who gets no socket. */
  readonly giveReason: (reason: string | undefined) => void;
  readonly stop: () => Promise<void>;
}

async function started(random = () => 1): Promise<ConnectionRig> {
  const clock = createHandClock();
  const sockets = createFakeSockets();
  const messages: LiveMessage[] = [];
  const events: string[] = [];
  const over = new AbortController();
  let signedOut = false;
  let reason: string | undefined;
  let questions = 0;
  let swallows = false;
  const connection = createConnection(
    {
      clock,
      serverTime: createServerTime(clock),
      openSocket: sockets.openSocket,
      random,
      askServer: async (signal) => {
        questions += 1;
        if (swallows) await new Promise((resolve) => signal.addEventListener('abort', resolve));
        return { signedOut, reason };
      },
    },
    {
      onChange: () => undefined,
      onOpen: () => events.push('opened'),
      onMessage: (message) => messages.push(message),
      onLost: () => events.push('lost'),
    },
  );
  const done = connection.run(over.signal);
  await flushPromises();
  return {
    connection,
    clock,
    sockets,
    messages,
    events,
    questions: () => questions,
    giveReason: (next) => {
      reason = next;
    },
    signOut: (next) => {
      signedOut = next;
    },
    swallowQuestions: () => {
      swallows = true;
    },
    async stop() {
      over.abort();
      await done;
      expect(clock.sleepers()).toBe(0);
      expect(sockets.alive()).toBe(0);
    },
  };
}

async function live(random?: () => number): Promise<ConnectionRig> {
  const rig = await started(random);
  rig.sockets.last().accept();
  rig.sockets.last().say(helloOf(rig.clock));
  return rig;
}

function helloOf(clock: HandClock, beatSec = 15) {
  return { type: 'hello', contract: 1, build: 'b', at: clock.now(), seq: 1, beatSec };
}

const beatOf = (clock: HandClock) => ({ type: 'beat', at: clock.now(), seq: 1 });
const stateOf = (rig: ConnectionRig): ConnectionState => rig.connection.state();

describe('a connection', () => {
  it('is live once the socket is open, and knows since when', async () => {
    const rig = await started();
    expect(stateOf(rig)).toMatchObject({ state: 'connecting', attempt: 0 });
    await rig.clock.advance(300);
    rig.sockets.last().accept();
    expect(stateOf(rig)).toMatchObject({
      state: 'live',
      since: rig.clock.now(),
      liveMessageSeen: false,
    });
    await rig.stop();
  });

  it.each([
    ['an object of no known kind', '{"any":1}', true],
    ['a number', '7', true],
    ['null', 'null', true],
    ['a broken hello', '{"type":"hello"}', true],
    ['no JSON', 'hello?', false],
  ])('takes %s as a sign of life', async (_, text, isMessage) => {
    const rig = await started();
    rig.sockets.last().accept();
    await rig.clock.advance(5000);
    rig.sockets.last().sayText(text);
    expect(stateOf(rig)).toMatchObject({ state: 'live', liveMessageSeen: isMessage });
    await rig.stop();
  });

  it('is lost when a server that greets everybody does not greet it', async () => {
    const rig = await live(() => 0);
    rig.sockets.last().close(1006);
    await rig.clock.advance(0);
    rig.sockets.last().accept();
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.clock.advance(20_000);
    expect(rig.sockets.opened).toHaveLength(3);
    expect(stateOf(rig).state).toBe('connecting');
    await rig.stop();
  });

  it('does not date its last message into the future when the clock is set back', async () => {
    const rig = await live();
    const HOUR_MS = 3_600_000;
    rig.clock.setNow(rig.clock.now() - HOUR_MS);
    expect(rig.connection.lastMessageAt()).toBeLessThanOrEqual(rig.clock.now() + HOUR_MS);
    rig.sockets.last().say({ any: 1 });
    expect(stateOf(rig)).toMatchObject({ state: 'live', lastMessageAt: rig.clock.now() });
    await rig.stop();
  });

  it('is never silent when the server announced no beat', async () => {
    const rig = await started();
    rig.sockets.last().accept();
    await rig.clock.advance(3_600_000);
    expect(stateOf(rig).state).toBe('live');
    expect(rig.sockets.opened).toHaveLength(1);
    await rig.stop();
  });

  it('is silent after two beats, and replaced after half a beat more', async () => {
    const rig = await live();
    const lastMessageAt = rig.clock.now();
    await rig.clock.advance(29_999);
    expect(stateOf(rig).state).toBe('live');
    await rig.clock.advance(1);
    expect(stateOf(rig)).toMatchObject({ state: 'silent', since: lastMessageAt });
    await rig.clock.advance(7500);
    expect(rig.sockets.opened[0]?.closedByWorker()).toBe(true);
    await rig.clock.advance(1000);
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.stop();
  });

  it('is live again when a message arrives after silence', async () => {
    const rig = await live();
    await rig.clock.advance(30_000);
    expect(stateOf(rig).state).toBe('silent');
    rig.sockets.last().say(beatOf(rig.clock));
    expect(stateOf(rig).state).toBe('live');
    await rig.clock.advance(20_000);
    expect(stateOf(rig).state).toBe('live');
    expect(rig.sockets.opened).toHaveLength(1);
    await rig.stop();
  });

  it('ignores a socket that it has replaced', async () => {
    const rig = await live();
    await rig.clock.advance(60_000);
    const received = rig.messages.length;
    rig.sockets.opened[0]?.say(beatOf(rig.clock));
    rig.sockets.opened[0]?.close(1006);
    expect(rig.messages).toHaveLength(received);
    await rig.stop();
  });

  it('reconnects at once after the device slept, without becoming silent', async () => {
    const rig = await live();
    await rig.clock.sleepDevice(3_600_000);
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(2);
    expect(stateOf(rig)).toMatchObject({ state: 'connecting', attempt: 1 });
    await rig.stop();
  });

  it('gives up a socket that is neither accepted nor refused', async () => {
    const rig = await started();
    await rig.clock.advance(15_000);
    expect(rig.sockets.opened[0]?.closedByWorker()).toBe(true);
    await rig.clock.advance(1000);
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.stop();
  });

  it('retries with growing delays, shows the next try, and never gives up', async () => {
    const rig = await started();
    const waits: number[] = [];
    for (let i = 0; i < 8; i += 1) {
      rig.sockets.last().close(1006);
      await flushPromises();
      const state = stateOf(rig);
      if (state.state !== 'connecting') throw new Error(state.state);
      waits.push(state.nextTryAt - rig.clock.now());
      await rig.clock.advance(waits.at(-1) ?? 0);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
    expect(rig.sockets.opened).toHaveLength(9);
    await rig.stop();
  });

  it('says when it was lost, and not each time that another try fails', async () => {
    const rig = await live();
    expect(stateOf(rig).lostAt).toBeUndefined();
    await rig.clock.advance(5000);
    const lostAt = rig.clock.now();
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(stateOf(rig)).toMatchObject({ state: 'connecting', lostAt });
    await rig.clock.advance(1000);
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(stateOf(rig)).toMatchObject({ state: 'connecting', attempt: 2, lostAt });
    await rig.stop();
  });

  it('counts as lost when the first try fails, and not before', async () => {
    const rig = await started();
    await rig.clock.advance(200);
    expect(stateOf(rig).lostAt).toBeUndefined();
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(stateOf(rig)).toMatchObject({ state: 'connecting', lostAt: rig.clock.now() });
    await rig.stop();
  });

  it('keeps the attempt count when a connection breaks within its first minute', async () => {
    const rig = await live();
    rig.sockets.last().close(1006);
    await rig.clock.advance(1000);
    rig.sockets.last().accept();
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(stateOf(rig)).toMatchObject({ state: 'connecting', attempt: 2 });
    await rig.stop();
  });

  it('retries at once on reconnectNow', async () => {
    const rig = await live();
    rig.sockets.last().close(1006);
    await flushPromises();
    rig.connection.reconnectNow();
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.stop();
  });

  it('retries at once after an attempt during which that was asked for, and then waits again', async () => {
    const rig = await started();
    rig.connection.reconnectNow();
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(2);
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.stop();
  });

  it('does not wait for what the server says of a failed attempt when it is to retry at once', async () => {
    const rig = await started();
    rig.swallowQuestions();
    rig.sockets.last().close(1006);
    await flushPromises();
    rig.connection.reconnectNow();
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.stop();
  });

  it('waits after the loss of a connection that was good when a reconnect was asked for', async () => {
    const rig = await live();
    rig.connection.reconnectNow();
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(1);
    await rig.stop();
  });

  it('replaces a connection that missed its beat on reconnectNow, and keeps a good one', async () => {
    const rig = await live();
    await rig.clock.advance(14_000);
    rig.connection.reconnectNow();
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(1);
    await rig.clock.advance(2000);
    rig.connection.reconnectNow();
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.stop();
  });

  it('reconnects when a restarting server asked for it', async () => {
    const rig = await live(() => 0);
    rig.sockets.last().say({ type: 'bye', at: rig.clock.now(), comeBackSec: 4 });
    rig.sockets.last().close(CLOSE.restart);
    await rig.clock.advance(3999);
    expect(rig.sockets.opened).toHaveLength(1);
    await rig.clock.advance(1);
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.stop();
  });

  it('does not retry when the session ended, until reconnectNow', async () => {
    const rig = await live();
    rig.signOut(true);
    rig.sockets.last().close(CLOSE.signIn);
    await rig.clock.advance(3_600_000);
    expect(stateOf(rig).state).toBe('refused');
    expect(rig.sockets.opened).toHaveLength(1);
    rig.connection.reconnectNow();
    await flushPromises();
    expect(stateOf(rig).state).toBe('refused');
    rig.signOut(false);
    rig.connection.reconnectNow();
    await flushPromises();
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.stop();
  });

  it('detects a sign-out when the upgrade is refused', async () => {
    const rig = await started();
    rig.signOut(true);
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(stateOf(rig).state).toBe('refused');
    await rig.stop();
  });

  it('says why a server that answers gives nobody a socket, until one is open', async () => {
    const rig = await live(() => 0);
    const reason = 'The database cannot be reached.';
    rig.giveReason(reason);
    rig.sockets.last().close(CLOSE.restart);
    await flushPromises();
    expect(stateOf(rig)).not.toHaveProperty('reason', reason);
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(stateOf(rig)).toMatchObject({ state: 'connecting', reason });
    rig.sockets.last().accept();
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(stateOf(rig)).not.toHaveProperty('reason', reason);
    await rig.stop();
  });

  it('stops when a read was answered 401, in every state', async () => {
    const rig = await live();
    rig.connection.refuse();
    await flushPromises();
    rig.connection.refuse();
    await flushPromises();
    expect(stateOf(rig).state).toBe('refused');
    expect(rig.sockets.alive()).toBe(0);
    expect(rig.questions()).toBe(0);
    await rig.stop();
  });

  it('is offline while the browser is, and keeps trying', async () => {
    const rig = await live();
    rig.connection.setBrowserOnline(false);
    expect(stateOf(rig).state).toBe('live');
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(stateOf(rig).state).toBe('offline');
    await rig.clock.advance(1000);
    expect(rig.sockets.opened).toHaveLength(2);
    rig.connection.setBrowserOnline(true);
    expect(stateOf(rig).state).toBe('connecting');
    await rig.stop();
  });

  it('reports a lost connection once, and none that never opened', async () => {
    const rig = await live();
    rig.sockets.last().close(1006);
    await rig.clock.advance(1000);
    rig.sockets.last().close(1006);
    await flushPromises();
    expect(rig.events).toEqual(['opened', 'lost']);
    await rig.stop();
  });
});
