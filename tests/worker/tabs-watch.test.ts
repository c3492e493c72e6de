import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { SUMMARY, WATCHDOG } from '../doubles/watchdog.ts';
import { ACTIVITY, atOf, enterTabs, stopAll } from './tabs-rig.ts';

describe('what the tabs subscribe to', () => {
  it('is read by the leader, also when another tab asks for it first', async () => {
    const { rig, tabs } = await enterTabs(2);
    atOf(tabs, 1).worker.subscribe('watchdog', {});
    await rig.clock.advance(50);
    expect(atOf(tabs, 1).page.entry(keyOf('watchdog'))?.data).toEqual(SUMMARY);
    await stopAll(tabs);
  });

  it('is polled while one tab is visible, even when the leader is hidden', async () => {
    const { rig, tabs } = await enterTabs(2);
    for (const { worker } of tabs) worker.subscribe('watchdog', {});
    atOf(tabs, 0).worker.setPageState({ visible: false, online: true });
    await rig.clock.advance(20_050);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    atOf(tabs, 1).worker.setPageState({ visible: false, online: true });
    await rig.clock.advance(50);
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    await stopAll(tabs);
  });

  it('is not read for a tab that was closed, or that does not answer', async () => {
    const { rig, tabs } = await enterTabs(3);
    atOf(tabs, 1).worker.subscribe('watchdog', {});
    atOf(tabs, 2).worker.subscribe('endpointAudit', {});
    await rig.clock.advance(50);
    await atOf(tabs, 1).worker.stop();
    atOf(tabs, 2).kill();
    await rig.clock.advance(20_000);
    const polls = () => [rig.server.count(WATCHDOG), rig.server.count('/api/run-endpoint-audit')];
    const before = polls();
    await rig.clock.advance(120_000);
    expect(polls()).toEqual(before);
    await stopAll(tabs.slice(0, 1));
  });

  it('is read again by the leader when a follower asks, and the follower has it then', async () => {
    const { rig, tabs } = await enterTabs(2);
    const read = atOf(tabs, 1).worker.refresh('activity', {});
    await rig.clock.advance(50);
    await read;
    expect(rig.server.count(ACTIVITY)).toBe(2);
    rig.server.route('POST', '/api/system/sync', () => ({ body: { success: true } }));
    await atOf(tabs, 1).worker.send('sync', {});
    atOf(tabs, 1).worker.subscribe('connections', {});
    await rig.clock.advance(50);
    expect(rig.server.count('/api/mesh/connections')).toBe(1);
    await stopAll(tabs);
  });

  it('ends a command when the leader takes it and dies', async () => {
    const { rig, tabs } = await enterTabs(2);
    atOf(tabs, 0).freeze();
    const read = atOf(tabs, 1).worker.refresh('activity', {});
    await rig.clock.advance(10_000);
    await read;
    await stopAll(tabs.slice(1));
  });
});
