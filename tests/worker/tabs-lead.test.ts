import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { ACTIVITY, atOf, enterTabs, idsIn, rolesOf, socketsOf, stopAll } from './tabs-rig.ts';

describe('the lead passes on', () => {
  it('at once when the leader closes, without reading again', async () => {
    const { rig, tabs } = await enterTabs(3);
    await atOf(tabs, 0).worker.stop();
    await rig.clock.advance(1);
    expect(rolesOf(tabs).slice(1).sort()).toEqual(['following', 'leading']);
    rig.node.append();
    await rig.greetAll();
    for (const tab of tabs.slice(1)) expect(idsIn(tab)).toEqual([2, 1]);
    expect(rig.server.count(ACTIVITY)).toBe(1);
    await stopAll(tabs);
  });

  it('at once when the leader is killed, without losing what happened in between', async () => {
    const { rig, tabs } = await enterTabs(3);
    atOf(tabs, 0).kill();
    rig.node.append();
    await rig.clock.advance(1);
    await rig.greetAll();
    expect(socketsOf(tabs)).toEqual([0, 1, 0]);
    for (const tab of tabs.slice(1)) expect(idsIn(tab)).toEqual([2, 1]);
    await stopAll(tabs.slice(1));
  });

  it('from a frozen leader after its silence, which the others show meanwhile', async () => {
    const { rig, tabs } = await enterTabs(3);
    atOf(tabs, 0).freeze();
    await rig.clock.advance(4500);
    expect(atOf(tabs, 1).page.status().connection.state).toBe('silent');
    expect(socketsOf(tabs)).toEqual([1, 0, 0]);
    rig.node.append();
    await rig.clock.advance(3000);
    await rig.greetAll();
    expect(socketsOf(tabs.slice(1)).sort()).toEqual([0, 1]);
    for (const tab of tabs.slice(1)) expect(idsIn(tab)).toEqual([2, 1]);
    await stopAll(tabs.slice(1));
  });

  it('from a leader that is killed while its server is silent, with data dated by the last that was received', async () => {
    const { rig, tabs } = await enterTabs(2);
    await rig.clock.advance(10_000);
    atOf(tabs, 0).sockets.last().say({ type: 'beat', at: rig.clock.now(), seq: rig.node.seq() });
    const receivedAt = rig.clock.now();
    await rig.clock.advance(23_000);
    expect(atOf(tabs, 1).page.status().connection.state).toBe('silent');
    atOf(tabs, 0).kill();
    await rig.clock.advance(50);
    expect(atOf(tabs, 1).page.entry(keyOf('activity'))).toMatchObject({ at: receivedAt });
    await stopAll(tabs.slice(1));
  });

  it('for good: a leader that thaws follows, and shows what it missed', async () => {
    const { rig, tabs } = await enterTabs(3);
    atOf(tabs, 0).freeze();
    await rig.clock.advance(8000);
    await rig.greetAll();
    const leader = tabs.slice(1).find(({ sockets }) => sockets.alive() === 1);
    leader?.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    atOf(tabs, 0).thaw();
    await rig.clock.advance(3000);
    expect(atOf(tabs, 0).sockets.alive()).toBe(0);
    expect(atOf(tabs, 0).page.status().connection).toMatchObject({
      state: 'live',
      role: 'following',
    });
    expect(idsIn(atOf(tabs, 0))).toEqual([2, 1]);
    await stopAll(tabs);
  });

  it('to nobody because the device slept', async () => {
    const { rig, tabs } = await enterTabs(3);
    await rig.clock.sleepDevice(3_600_000);
    await rig.clock.advance(20_000);
    await rig.greetAll();
    expect(rolesOf(tabs)).toEqual(['leading', 'following', 'following']);
    await stopAll(tabs);
  });

  it('and a follower that was frozen catches up when it thaws', async () => {
    const { rig, tabs } = await enterTabs(2);
    atOf(tabs, 1).freeze();
    for (let i = 0; i < 5; i += 1) {
      atOf(tabs, 0).sockets.last().say(rig.node.append());
      await rig.clock.advance(10_000);
    }
    atOf(tabs, 1).thaw();
    await rig.clock.advance(3000);
    expect(idsIn(atOf(tabs, 1))).toEqual([6, 5, 4, 3, 2, 1]);
    await stopAll(tabs);
  });
});
