import { describe, expect, it } from 'vitest';
import { entryOf, openLiveRig } from '../doubles/live-worker.ts';
import { STATS } from '../doubles/meridian.ts';
import { SUMMARY, serveWatchdog, WATCHDOG } from '../doubles/watchdog.ts';

describe('a session that ends while the console is open', () => {
  it('is shown, keeps the data and continues after signing in again', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('stats', {});
    rig.worker.subscribe('watchdog', {});
    await rig.clock.advance(1000);
    rig.node.session(false);
    rig.server.route('GET', WATCHDOG, () => ({ status: 401 }));
    await rig.clock.advance(10_000);
    expect(rig.page.status().connection.state).toBe('refused');
    expect(entryOf(rig, 'stats')?.data).toEqual(STATS);
    expect(entryOf(rig, 'watchdog')).toMatchObject({ data: SUMMARY, failure: { status: 401 } });
    expect(rig.sockets.alive()).toBe(0);

    rig.node.session(true);
    serveWatchdog(rig.server);
    await rig.worker.open('ada');
    await rig.clock.advance(10);
    rig.node.greet(rig.sockets.last());
    await rig.clock.advance(50);
    expect(rig.page.status().connection.state).toBe('live');
    expect(entryOf(rig, 'watchdog')?.failure).toBeUndefined();
    await rig.worker.stop();
  });

  it('is over with the first poll that is answered again', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('watchdog', {});
    await rig.clock.advance(1000);
    rig.server.route('GET', WATCHDOG, () => ({ status: 401 }));
    await rig.clock.advance(10_000);
    expect(rig.page.status().connection.state).toBe('refused');
    const asked = rig.server.count(WATCHDOG);
    await rig.clock.advance(10_000);
    expect(rig.server.count(WATCHDOG)).toBe(asked + 1);
    serveWatchdog(rig.server);
    await rig.clock.advance(10_000);
    rig.node.greet(rig.sockets.last());
    await rig.clock.advance(50);
    expect(entryOf(rig, 'watchdog')).toMatchObject({ data: SUMMARY, failure: undefined });
    expect(rig.page.status().connection.state).toBe('live');
    await rig.worker.stop();
  });

  it('is not over when somebody else signs in', async () => {
    const rig = await openLiveRig({ events: 1, watching: ['stats'] });
    rig.node.session(false);
    rig.sockets.last().close(4401);
    await rig.clock.advance(50);
    rig.node.session('eve');
    await rig.worker.refresh('stats', {});
    await rig.clock.advance(1000);
    expect(rig.page.status().connection.state).toBe('refused');
    expect(rig.sockets.alive()).toBe(0);
    await rig.worker.stop();
  });

  it('writes nothing more to the device, which another tab may have erased', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('stats', {});
    await rig.clock.advance(1000);
    const stored = rig.disks.stored('last-known ada') as Map<string, unknown>;
    stored.clear();
    rig.node.session(false);
    rig.sockets.last().close(4401);
    await rig.clock.advance(60_000);
    expect(rig.page.status().connection.state).toBe('refused');
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
    expect(rig.page.status().connection.state).toBe('live');
    await rig.worker.stop();
  });
});
