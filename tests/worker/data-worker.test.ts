import { describe, expect, it } from 'vitest';
import { entryOf, openLiveRig } from '../doubles/live-worker.ts';
import { STATS } from '../doubles/meridian.ts';

describe('time', () => {
  it('is the server’s on a device whose clock is an hour off', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.clock.setNow(rig.clock.now() + 3_600_000);
    const serverAt = rig.clock.now() - 3_600_000;
    rig.server.route('GET', '/api/dashboard/stats', () => ({
      body: STATS,
      headers: { 'meridian-time': String(serverAt), 'meridian-seq': '1' },
    }));
    rig.worker.subscribe('stats', {});
    await rig.clock.advance(50);
    expect(entryOf(rig, 'stats')?.at).toBe(serverAt);
    expect(rig.page.status().skewMs).toBe(-3_600_000);
    expect(rig.page.serverNow()).toBe(serverAt + 50);
    await rig.worker.stop();
  });
});

describe('a page that comes back', () => {
  it.each([
    ['to a screen', { visible: false, online: true }],
    ['to the network', { visible: true, online: false }],
  ])('%s is connected at once, and leaving does not try', async (_, away) => {
    const rig = await openLiveRig({ events: 1 });
    rig.sockets.last().close(1006);
    await rig.clock.advance(1);
    rig.worker.setPageState(away);
    await rig.clock.advance(1);
    expect(rig.sockets.opened).toHaveLength(1);
    rig.worker.setPageState({ visible: true, online: true });
    await rig.clock.advance(1);
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.worker.stop();
  });
});

describe('a worker that is torn down', () => {
  it('leaves no timer, socket, disk or port, twice in one test', async () => {
    for (let i = 0; i < 2; i += 1) {
      const rig = await openLiveRig({ events: 1 });
      rig.worker.subscribe('watchdog', {});
      rig.worker.subscribe('stats', {});
      rig.worker.unsubscribe('stats', {});
      rig.sockets.last().close(1006);
      await rig.clock.advance(10);
      await rig.worker.stop();
      await rig.clock.advance(0);
      expect(rig.clock.sleepers()).toBe(0);
      expect(rig.sockets.alive()).toBe(0);
      expect(rig.disks.open()).toBe(0);
      expect(rig.portClosed()).toBe(true);
    }
  });

  it('keeps the subscriptions of the page when another account is opened', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('stats', {});
    await rig.clock.advance(50);
    await rig.worker.open('eve');
    await rig.clock.advance(50);
    expect(entryOf(rig, 'stats')?.data).toEqual(STATS);
    await rig.worker.stop();
  });
});
