import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hiddenChange } from '../../contract/live.ts';
import { keyOf } from '../../contract/paths.ts';
import { ORDER_KEY } from '../../src/shared/model.ts';
import { createRig, type Rig } from '../doubles/data-worker.ts';
import { type LiveRig, openLiveRig } from '../doubles/live-worker.ts';
import { type ActivityRow, STATS, serveMeridian } from '../doubles/meridian.ts';
import { meridianHeaders } from '../doubles/server.ts';

/** The worker at a server with one event, watching activity and stats, live. */
const connected = () => openLiveRig({ events: 1, watching: ['activity', 'stats'] });

async function loseConnection(rig: LiveRig): Promise<void> {
  rig.sockets.last().close(1006);
  await rig.clock.advance(20);
}

/** Waits out the backoff and lets the server take the new socket. */
async function reconnect(rig: LiveRig): Promise<void> {
  await rig.clock.advance(1000);
  rig.node.greet(rig.sockets.last());
  await rig.clock.advance(50);
}

const activityIn = (rig: Rig) => rig.page.entry(keyOf('activity'));
const rowsIn = (rig: Rig) => (activityIn(rig)?.data ?? []) as readonly ActivityRow[];
const idsIn = (rig: Rig) => rowsIn(rig).map(({ id }) => id);

describe('live data in the whole worker', () => {
  it('shows what the server answers, kept current by the stream', async () => {
    const rig = await connected();
    expect(rig.page.entry(keyOf('stats'))).toMatchObject({ data: STATS, isStreamed: true });
    expect(rig.page.status().connection).toMatchObject({ state: 'live', liveMessageSeen: true });
    await rig.worker.stop();
  });

  it('passes an order for this display to the page without a read', async () => {
    const rig = await connected();
    const asked = rig.server.requests.length;
    const order = { type: 'order', order: 'flash', name: 'Hall', at: 5 };
    rig.sockets.last().say(order);
    await rig.clock.advance(50);
    expect(rig.page.entry(ORDER_KEY)).toMatchObject({ data: order, from: 'live' });
    rig.node.greet(rig.sockets.last());
    await rig.clock.advance(50);
    expect(rig.server.requests.length).toBe(asked);
    await rig.worker.stop();
  });

  it('puts an event in front and leaves the other rows the same objects', async () => {
    const rig = await connected();
    const [before] = rowsIn(rig);
    rig.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([2, 1]);
    expect(rowsIn(rig)[1]).toBe(before);
    expect(rig.server.count('/api/activity/logs')).toBe(1);
    await rig.worker.stop();
  });

  it('takes a change that the session may not read as a number, without a read', async () => {
    const rig = await connected();
    const hidden = hiddenChange({ seq: rig.node.seq() + 1, at: rig.clock.now() });
    rig.node.append();
    rig.sockets.last().say(hidden);
    await rig.clock.advance(50);
    expect(rig.page.status().connection).toMatchObject({ state: 'live', liveMessageSeen: true });
    rig.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([3, 1]);
    expect(activityIn(rig)).toMatchObject({ isStreamed: true, failure: undefined });
    expect(rig.server.count('/api/live')).toBe(0);
    expect(rig.server.count('/api/activity/logs')).toBe(1);
    await rig.worker.stop();
  });

  it('fills a gap by a replay', async () => {
    const rig = await connected();
    rig.node.append();
    rig.node.append();
    rig.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([4, 3, 2, 1]);
    await rig.worker.stop();
  });

  it('reads again after a change that only a later version of this console knows', async () => {
    const rig = await connected();
    const unknown = { ...rig.node.append(), op: 'of-a-later-version' };
    rig.node.replayWith(() => ({
      body: { seq: rig.node.seq(), complete: true, changes: [unknown] },
    }));
    rig.sockets.last().say(unknown);
    rig.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([3, 2, 1]);
    expect(activityIn(rig)).toMatchObject({ isStreamed: true, failure: undefined });
    expect(rig.page.entry(keyOf('stats'))).toMatchObject({ isStreamed: true });
    await rig.worker.stop();
  });

  it('keeps the rows while disconnected, dated when they were last known to be true', async () => {
    const rig = await connected();
    await rig.clock.advance(10_000);
    rig.sockets.last().say({ type: 'beat', at: rig.clock.now(), seq: 1 });
    const lastMessageAt = rig.clock.now();
    await rig.clock.advance(5000);
    await loseConnection(rig);
    expect(idsIn(rig)).toEqual([1]);
    expect(activityIn(rig)).toMatchObject({ isStreamed: false, at: lastMessageAt });
    await rig.worker.stop();
  });

  it('replays what was missed after a reconnect, without reading lists again', async () => {
    const rig = await connected();
    await loseConnection(rig);
    rig.node.append();
    rig.node.append();
    await reconnect(rig);
    expect(idsIn(rig)).toEqual([3, 2, 1]);
    expect(activityIn(rig)?.isStreamed).toBe(true);
    expect(rig.server.count('/api/activity/logs')).toBe(1);
    await rig.worker.stop();
  });

  it.each([
    ['too old', () => ({ body: { seq: 3, complete: false, changes: [] } })],
    ['missing', () => ({ status: 404 })],
    ['failing', () => ({ status: 500 })],
  ])('reads everything watched again when the replay is %s', async (_, replay) => {
    const rig = await connected();
    await loseConnection(rig);
    rig.node.append();
    rig.node.append();
    rig.node.replayWith(replay);
    await reconnect(rig);
    expect(idsIn(rig)).toEqual([3, 2, 1]);
    expect(activityIn(rig)?.isStreamed).toBe(true);
    expect(rig.server.count('/api/activity/logs')).toBe(2);
    expect(rig.server.count('/api/dashboard/stats')).toBe(2);
    await rig.worker.stop();
  });

  it('replays what happened between the first read and the hello', async () => {
    const rig = createRig();
    const node = serveMeridian(rig);
    node.append();
    await rig.worker.open('ada');
    rig.worker.subscribe('activity', {});
    await rig.clock.advance(50);
    node.append();
    node.greet(rig.sockets.last());
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([2, 1]);
    expect(rig.server.count('/api/activity/logs')).toBe(1);
    await rig.worker.stop();
  });

  it.each([
    ['when the hello overtook it, without reading again', undefined, [1, 1]],
    ['and reads again where that cannot be replayed', () => ({ status: 404 }), [2, 1]],
  ])('has what happened during the first reads, %s', async (_, replay, [reads, replays]) => {
    const rig = createRig();
    const node = serveMeridian(rig);
    node.append();
    const late = { body: [...node.rows], headers: meridianHeaders(rig.clock.now(), node.seq()) };
    const path = '/api/activity/logs';
    rig.server.route('GET', path, async () => {
      if (rig.server.count(path) > 1)
        return { body: node.rows, headers: meridianHeaders(rig.clock.now(), node.seq()) };
      await rig.clock.sleep(200, new AbortController().signal);
      return late;
    });
    await rig.worker.open('ada');
    rig.worker.subscribe('activity', {});
    node.replayWith(replay);
    node.append();
    node.greet(rig.sockets.last());
    rig.worker.subscribe('stats', {});
    rig.sockets.last().say(node.append());
    await rig.clock.advance(500);
    expect(idsIn(rig)).toEqual([3, 2, 1]);
    expect(activityIn(rig)?.isStreamed).toBe(true);
    expect([rig.server.count(path), rig.server.count('/api/live')]).toEqual([reads, replays]);
    expect(rig.server.count('/api/dashboard/stats')).toBe(1);
    rig.sockets.last().say(node.append());
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([4, 3, 2, 1]);
    await rig.worker.stop();
  });

  it('does not ask again for what is on its way while the hello comes, with data of the disk meanwhile', async () => {
    const before = createRig();
    const node = serveMeridian(before);
    node.append();
    await before.worker.open('ada');
    before.worker.subscribe('activity', {});
    await before.clock.advance(1000);
    await before.worker.stop();
    const rig = createRig({ disks: before.disks });
    const again = serveMeridian(rig);
    again.append();
    const path = '/api/activity/logs';
    rig.server.route('GET', path, async () => {
      await rig.clock.sleep(200, new AbortController().signal);
      return { body: again.rows, headers: meridianHeaders(rig.clock.now(), again.seq()) };
    });
    await rig.worker.open('ada');
    expect(activityIn(rig)?.from).toBe('disk');
    rig.worker.subscribe('activity', {});
    again.greet(rig.sockets.last());
    await rig.clock.advance(500);
    expect(activityIn(rig)?.isStreamed).toBe(true);
    expect(rig.server.count(path)).toBe(1);
    await rig.worker.stop();
  });

  it('applies events that overtake an answer on top of it', async () => {
    const rig = await connected();
    const old = { body: [...rig.node.rows], headers: meridianHeaders(rig.clock.now(), 1) };
    rig.server.route('GET', '/api/activity/logs', async () => {
      await rig.clock.sleep(200, new AbortController().signal);
      return old;
    });
    const read = rig.worker.refresh('activity', {});
    await rig.clock.advance(50);
    rig.sockets.last().say(rig.node.append());
    await rig.clock.advance(500);
    await read;
    expect(idsIn(rig)).toEqual([2, 1]);
    await rig.worker.stop();
  });

  it('ignores events that an answer already holds', async () => {
    const rig = await connected();
    rig.server.route('GET', '/api/activity/logs', async () => {
      await rig.clock.sleep(200, new AbortController().signal);
      return { body: [...rig.node.rows], headers: meridianHeaders(rig.clock.now(), 3) };
    });
    const read = rig.worker.refresh('activity', {});
    await rig.clock.advance(50);
    rig.sockets.last().say(rig.node.append());
    rig.sockets.last().say(rig.node.append());
    rig.node.append();
    await rig.clock.advance(500);
    await read;
    expect(idsIn(rig)).toEqual([4, 3, 2, 1]);
    await rig.worker.stop();
  });

  it('applies no event to a list with a gap, and reads it again when it is subscribed', async () => {
    const rig = await connected();
    rig.worker.unsubscribe('activity', {});
    await rig.clock.advance(6000);
    await loseConnection(rig);
    rig.node.append();
    rig.node.replayWith(() => ({ body: { seq: 2, complete: false, changes: [] } }));
    await reconnect(rig);
    rig.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([1]);
    expect(activityIn(rig)?.isStreamed).toBe(false);
    rig.worker.subscribe('activity', {});
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([3, 2, 1]);
    expect(activityIn(rig)?.isStreamed).toBe(true);
    await rig.worker.stop();
  });

  it('reads again when the server restarts its numbering', async () => {
    const rig = await connected();
    rig.sockets.last().say(rig.node.append());
    await loseConnection(rig);
    const reborn = serveMeridian(rig);
    reborn.append();
    await rig.clock.advance(1000);
    reborn.greet(rig.sockets.last());
    await rig.clock.advance(50);
    expect(rowsIn(rig)[0]).toEqual(reborn.rows[0]);
    rig.sockets.last().say(reborn.append());
    await rig.clock.advance(50);
    expect(rowsIn(rig)[0]).toEqual(reborn.rows[0]);
    await rig.worker.stop();
  });

  it('reads again when a message does not fit, and continues', async () => {
    const rig = await connected();
    const odd = { key: keyOf('activity'), op: 'patch', data: { id: 99 }, seq: 2, at: 0 };
    rig.node.append();
    rig.sockets.last().say(odd);
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([2, 1]);
    expect(activityIn(rig)?.isStreamed).toBe(true);
    await rig.worker.stop();
  });

  it('sends what arrives within a frame as one push', async () => {
    const rig = await connected();
    await rig.clock.advance(100);
    const before = rig.pushes.length;
    for (let i = 0; i < 500; i += 1) rig.sockets.last().say(rig.node.append());
    await rig.clock.advance(100);
    expect(rowsIn(rig)).toHaveLength(501);
    expect(rig.pushes.length - before).toBeLessThanOrEqual(2);
    await rig.worker.stop();
  });

  it('loses and doubles no event, whatever happens to the connection', async () => {
    const step = fc.constantFrom('event', 'event lost', 'event twice', 'drop', 'wait', 'beat');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const rig = await connected();
        for (const one of steps) await play(rig, one);
        await rig.clock.advance(31_000);
        rig.node.greet(rig.sockets.last());
        await rig.clock.advance(100);
        expect(rowsIn(rig)).toEqual(rig.node.rows);
        await rig.worker.stop();
        expect(rig.clock.sleepers()).toBe(0);
      }),
      { numRuns: 60 },
    );
  });
});

async function play(rig: LiveRig, step: string): Promise<void> {
  const socket = rig.sockets.last();
  if (step === 'drop') socket.close(1006);
  if (step === 'beat') socket.say({ type: 'beat', at: rig.clock.now(), seq: rig.node.seq() });
  if (step.startsWith('event')) {
    const change = rig.node.append();
    if (step !== 'event lost') socket.say(change);
    if (step === 'event twice') socket.say(change);
  }
  const sockets = rig.sockets.opened.length;
  await rig.clock.advance(step === 'wait' ? 2000 : 7);
  if (rig.sockets.opened.length > sockets) rig.node.greet(rig.sockets.last());
}
