import { describe, expect, it } from 'vitest';
import { atOf, enterTabs, idsIn, socketsOf, stopAll } from './tabs-rig.ts';

describe('signing out', () => {
  it('in one tab ends the connections of all, and nothing is written any more', async () => {
    const { rig, tabs } = await enterTabs(3);
    const [first, second] = [atOf(tabs, 0), atOf(tabs, 1)];
    first.sockets.last().say(rig.node.append());
    await rig.clock.advance(10);
    rig.node.session(false);
    await second.worker.close(true);
    await rig.clock.advance(60_000);
    expect(first.page.status().connection.state).toBe('refused');
    expect(atOf(tabs, 2).page.status().connection.state).toBe('refused');
    expect(idsIn(first)).toEqual([]);
    expect(socketsOf(tabs)).toEqual([0, 0, 0]);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll(tabs);
  });

  it('leaves nothing on the device while the server still serves the session to another tab', async () => {
    const { rig, tabs } = await enterTabs(2);
    const [leaving, other] = [atOf(tabs, 0), atOf(tabs, 1)];
    await leaving.worker.close(true);
    await rig.clock.advance(1000);
    await other.worker.refresh('activity', {});
    await rig.clock.advance(1000);
    await rig.greetAll();
    expect(other.page.status().connection.state).toBe('live');
    other.sockets.last().say(rig.node.append());
    await rig.clock.advance(10_000);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll(tabs);
  });

  it('leaves nothing on the device of what another tab writes before it learns of it', async () => {
    const { rig, tabs } = await enterTabs(2);
    const [other, second] = [atOf(tabs, 0), atOf(tabs, 1)];
    await rig.clock.advance(1000);
    rig.delay(100);
    await second.worker.close(true);
    other.sockets.last().say(rig.node.append());
    await rig.clock.advance(80);
    other.worker.setPageState({ visible: false, online: true });
    await rig.clock.advance(10);
    expect([...rig.disks.stored('last-known ada')]).not.toEqual([]);
    await rig.clock.advance(1000);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll(tabs);
  });

  it('is over in all tabs when somebody signs in again in one', async () => {
    const { rig, tabs } = await enterTabs(2);
    rig.node.session(false);
    for (const { sockets } of tabs) sockets.last().close(4401);
    await rig.clock.advance(100);
    for (const { page } of tabs) expect(page.status().connection.state).toBe('refused');
    rig.node.session(true);
    await atOf(tabs, 1).worker.open('ada');
    await rig.clock.advance(100);
    await rig.greetAll();
    for (const { page } of tabs) expect(page.status().connection.state).toBe('live');
    await stopAll(tabs);
  });
});
