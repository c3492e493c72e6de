import { describe, expect, it } from 'vitest';
import { entryOf, openLiveRig } from '../doubles/live-worker.ts';
import { STATS } from '../doubles/meridian.ts';
import { SUMMARY, serveWatchdog, WATCHDOG } from '../doubles/watchdog.ts';

describe('a session that ends in mid-life', () => {
  it('is shown, keeps the data, stops polls and goes on after signing in again', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.watch('stats', {});
    rig.worker.watch('watchdog', {});
    await rig.clock.advance(1000);
    rig.node.session(false);
    rig.server.route('GET', WATCHDOG, () => ({ status: 401 }));
    await rig.clock.advance(10_000);
    expect(rig.mirror.link().state).toBe('refused');
    expect(entryOf(rig, 'stats')?.data).toEqual(STATS);
    expect(entryOf(rig, 'watchdog')).toMatchObject({ data: SUMMARY, failure: { status: 401 } });
    const asked = rig.server.count(WATCHDOG);
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(asked);
    expect(rig.sockets.alive()).toBe(0);

    rig.node.session(true);
    serveWatchdog(rig.server);
    await rig.worker.open('ada');
    await rig.clock.advance(10);
    rig.node.greet(rig.sockets.last());
    await rig.clock.advance(50);
    expect(rig.mirror.link().state).toBe('live');
    expect(entryOf(rig, 'watchdog')?.failure).toBeUndefined();
    await rig.worker.stop();
  });

  it('row 34: writes nothing more to the device, which another tab may have erased', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.watch('stats', {});
    await rig.clock.advance(1000);
    const stored = rig.disks.stored('last-known ada') as Map<string, unknown>;
    stored.clear();
    rig.node.session(false);
    rig.sockets.last().close(4401);
    await rig.clock.advance(60_000);
    expect(rig.mirror.link().state).toBe('refused');
    await rig.worker.refresh('stats', {});
    await rig.clock.advance(1000);
    expect(entryOf(rig, 'stats')).toMatchObject({ data: STATS, failure: { status: 401 } });
    await rig.worker.stop();
    expect(stored.size).toBe(0);
  });

  it('is not ended by wrong credentials at the sign-in', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.server.route('POST', '/api/auth/login', () => ({ status: 401 }));
    await rig.worker.send('login', { payload: { username: 'ada', password: 'no' } });
    await rig.clock.advance(50);
    expect(rig.mirror.link().state).toBe('live');
    await rig.worker.stop();
  });
});
