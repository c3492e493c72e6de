import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { createRig, type Rig } from '../doubles/data-worker.ts';
import { meridianHeaders } from '../doubles/server.ts';

const STATS = { meshConnections: 6, zipBundlesProcessed: 1, route66Handshakes: 2 };

function rowOf(id: number) {
  return { id, message: `event ${id}`, severity: 'success', createdAt: '2026-11-20T10:00:00.000Z' };
}

/** A server of this product: numbered answers, a log of activity, replay. */
function serveMeridian(rig: Rig, state: { seq: number; rows: ReturnType<typeof rowOf>[] }): void {
  const headers = () => meridianHeaders(rig.clock.now(), state.seq);
  rig.server.route('GET', '/api/dashboard/stats', () => ({ body: STATS, headers: headers() }));
  rig.server.route('GET', '/api/activity/logs', () => ({ body: state.rows, headers: headers() }));
}

function helloOf(rig: Rig, seq: number) {
  return { type: 'hello', contract: 1, build: 'b', at: rig.clock.now(), seq, beatSec: 15 };
}

function changeOf(seq: number, data: unknown, op = 'prepend', key = keyOf('activity')) {
  return { key, op, data, seq, at: 1_800_000_100_000 };
}

async function connected(state = { seq: 1, rows: [rowOf(1)] }): Promise<Rig> {
  const rig = createRig();
  serveMeridian(rig, state);
  await rig.worker.open('ada');
  rig.worker.watch('activity', {});
  rig.worker.watch('stats', {});
  rig.sockets.last().accept();
  rig.sockets.last().say(helloOf(rig, state.seq));
  await rig.clock.advance(50);
  return rig;
}

function rowsIn(rig: Rig): readonly { id: number }[] {
  return (rig.mirror.entry(keyOf('activity'))?.data ?? []) as { id: number }[];
}

const idsIn = (rig: Rig) => rowsIn(rig).map(({ id }) => id);

describe('the whole data worker', () => {
  it('shows what the server answers and marks the link live', async () => {
    const rig = await connected();
    expect(rig.mirror.entry(keyOf('stats'))?.data).toEqual(STATS);
    expect(rig.mirror.entry(keyOf('stats'))?.fed).toBe(true);
    expect(rig.mirror.link()).toMatchObject({ state: 'live', liveMessageSeen: true });
    await rig.worker.stop();
  });

  it('puts a live row in front and keeps the other rows the same objects', async () => {
    const rig = await connected();
    const before = rowsIn(rig)[0];
    rig.sockets.last().say(changeOf(2, [rowOf(2)]));
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([2, 1]);
    expect(rowsIn(rig)[1]).toBe(before);
    await rig.worker.stop();
  });

  it('shows a change that is told twice once', async () => {
    const rig = await connected();
    rig.sockets.last().say(changeOf(2, [rowOf(2)]));
    rig.sockets.last().say(changeOf(2, [rowOf(2)]));
    await rig.clock.advance(50);
    expect(idsIn(rig)).toEqual([2, 1]);
    await rig.worker.stop();
  });

  it('leaves nothing behind when two of them are torn down', async () => {
    const rigs = [await connected(), await connected()];
    for (const rig of rigs) {
      rig.worker.watch('watchdog', {});
      rig.worker.unwatch('stats', {});
      await rig.worker.stop();
      await rig.clock.advance(0);
      expect(rig.clock.sleepers()).toBe(0);
      expect(rig.sockets.alive()).toBe(0);
      expect(rig.disks.open()).toBe(0);
      expect(rig.portClosed()).toBe(true);
    }
  });
});
