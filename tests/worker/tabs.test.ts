import { describe, expect, it } from 'vitest';
import { keyOf, keyText } from '../../contract/paths.ts';
import { WATCHDOG } from '../doubles/watchdog.ts';
import { ACTIVITY, atOf, enterTabs, idsIn, socketsOf, stopAll } from './tabs-rig.ts';

describe('ten tabs', () => {
  it('have a connection each, and read for themselves', async () => {
    const { rig, tabs } = await enterTabs(10);
    expect(socketsOf(tabs)).toEqual(tabs.map(() => 1));
    expect(rig.server.count(ACTIVITY)).toBe(10);
    for (const tab of tabs) tab.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    for (const { page } of tabs) {
      expect(page.status().connection).toMatchObject({ state: 'live', liveMessageSeen: true });
      expect(page.entry(keyOf('activity'))?.isStreamed).toBe(true);
    }
    await stopAll(tabs);
  });

  it('poll only while they are visible, and keep their connections', async () => {
    const { rig, tabs } = await enterTabs(10);
    for (const { worker } of tabs) worker.subscribe('watchdog', {});
    await rig.clock.advance(50);
    for (const { worker } of tabs.slice(1)) worker.setPageState({ visible: false, online: true });
    const before = rig.server.count(WATCHDOG);
    await rig.clock.advance(10_000);
    await rig.clock.advance(10_000);
    expect(rig.server.count(WATCHDOG) - before).toBe(2);
    expect(socketsOf(tabs)).toEqual(tabs.map(() => 1));
    await stopAll(tabs);
  });

  it('leave nothing behind when they are stopped', async () => {
    const { rig, tabs } = await enterTabs(4);
    await stopAll(tabs);
    await rig.clock.advance(60_000);
    expect(rig.clock.sleepers()).toBe(0);
    expect(socketsOf(tabs)).toEqual([0, 0, 0, 0]);
    expect(rig.disks.open()).toBe(0);
  });
});

describe('a tab that is frozen', () => {
  it('holds no other tab up, and catches up when it thaws', async () => {
    const { rig, tabs } = await enterTabs(2);
    const [frozen, other] = [atOf(tabs, 0), atOf(tabs, 1)];
    frozen.freeze();
    const change = rig.node.append();
    other.sockets.last().say(change);
    await rig.clock.advance(50);
    expect(other.page.status().connection.state).toBe('live');
    expect(idsIn(other)).toEqual([2, 1]);
    frozen.sockets.last().say(change);
    frozen.thaw();
    await rig.clock.advance(3000);
    expect(idsIn(frozen)).toEqual([2, 1]);
    await stopAll(tabs);
  });
});

describe('what the device remembers of several tabs', () => {
  it('is what was true last, whichever tab wrote it', async () => {
    const { rig, tabs } = await enterTabs(2);
    const [behind, ahead] = [atOf(tabs, 0), atOf(tabs, 1)];
    ahead.sockets.last().say(rig.node.append());
    await rig.clock.advance(1000);
    // The first tab has not received it: what it writes as it loses its connection is older.
    behind.sockets.last().close(1006);
    behind.worker.setPageState({ visible: false, online: false });
    await rig.clock.advance(1000);
    const stored = rig.disks.stored('last-known ada').get(keyText(keyOf('activity')));
    expect((stored as { data: readonly unknown[] }).data).toHaveLength(2);
    await stopAll(tabs);
  });
});
