import { describe, expect, it } from 'vitest';
import { entryOf, openLiveRig } from '../doubles/live-worker.ts';
import { SUMMARY, WATCHDOG } from '../doubles/watchdog.ts';

const PORTAL = '<!doctype html><title>Hotel Wi-Fi</title>';

describe('polls', () => {
  it('read at once and then at the interval of the table, while there is a subscriber', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('watchdog', {});
    await rig.clock.advance(22_000);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    rig.worker.unsubscribe('watchdog', {});
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    await rig.worker.stop();
  });

  it('pause while no page is visible, and do not read twice for it', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('watchdog', {});
    await rig.clock.advance(1000);
    rig.worker.setPageState({ visible: false, online: true });
    await rig.clock.advance(3000);
    rig.worker.setPageState({ visible: true, online: true });
    await rig.clock.advance(1000);
    expect(rig.server.count(WATCHDOG)).toBe(1);
    rig.worker.setPageState({ visible: false, online: true });
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(1);
    rig.worker.setPageState({ visible: true, online: true });
    await rig.clock.advance(10);
    expect(rig.server.count(WATCHDOG)).toBe(2);
    await rig.worker.stop();
  });

  it('read once for a hidden page, and continue when it is visible', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.setPageState({ visible: false, online: true });
    rig.worker.subscribe('watchdog', {});
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(1);
    rig.worker.setPageState({ visible: true, online: true });
    await rig.clock.advance(11_000);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    await rig.worker.stop();
  });

  it('that fail keep the last data, marked, and are not repeated before the interval', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('watchdog', {});
    await rig.clock.advance(1000);
    const at = entryOf(rig, 'watchdog')?.at;
    rig.server.route('GET', WATCHDOG, () => ({ body: PORTAL }));
    await rig.clock.advance(12_000);
    expect(entryOf(rig, 'watchdog')).toMatchObject({
      data: SUMMARY,
      at,
      failure: { status: 0, why: 'foreign' },
    });
    expect(rig.server.count(WATCHDOG)).toBe(2);
    await rig.worker.stop();
  });

  it('do not exist for reads without an interval, however often the page becomes visible', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('stats', {});
    await rig.clock.advance(60_000);
    for (const visible of [false, true, false, true]) {
      rig.worker.setPageState({ visible, online: true });
      await rig.clock.advance(1000);
    }
    expect(rig.server.count('/api/dashboard/stats')).toBe(1);
    await rig.worker.stop();
  });
});
