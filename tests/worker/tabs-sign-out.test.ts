import { describe, expect, it } from 'vitest';
import { atOf, enterTabs, idsIn, socketsOf, stopAll } from './tabs-rig.ts';

describe('signing out', () => {
  it('in one tab ends the socket of the tab that leads, and nothing is written any more', async () => {
    const { rig, tabs } = await enterTabs(3);
    const [leader, second] = [atOf(tabs, 0), atOf(tabs, 1)];
    leader.sockets.last().say(rig.node.append());
    await rig.clock.advance(10);
    rig.node.session(false);
    await second.worker.close(true);
    await rig.clock.advance(60_000);
    expect(leader.page.status().connection.state).toBe('refused');
    expect(atOf(tabs, 2).page.status().connection.state).toBe('refused');
    expect(socketsOf(tabs)).toEqual([0, 0, 0]);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll(tabs);
  });

  it('in the tab that leads leaves nothing with the tab that inherits the lead, nor on the device', async () => {
    const { rig, tabs } = await enterTabs(2);
    const [leader, heir] = [atOf(tabs, 0), atOf(tabs, 1)];
    expect(idsIn(heir)).toHaveLength(1);
    rig.node.session(false);
    await leader.worker.close(true);
    await rig.clock.advance(60_000);
    expect(heir.page.status().connection.state).toBe('refused');
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    expect(idsIn(heir)).toEqual([]);
    await stopAll(tabs);
  });

  it('leaves nothing on the device while the server still serves the session to the next leader', async () => {
    const { rig, tabs } = await enterTabs(2);
    const [leader, heir] = [atOf(tabs, 0), atOf(tabs, 1)];
    await leader.worker.close(true);
    await rig.clock.advance(1000);
    await rig.greetAll();
    expect(heir.page.status().connection.state).toBe('live');
    heir.sockets.last().say(rig.node.append());
    await rig.clock.advance(10_000);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll(tabs);
  });

  it('leaves nothing on the device of what the leader writes before it learns of it', async () => {
    const { rig, tabs } = await enterTabs(2);
    const [leader, second] = [atOf(tabs, 0), atOf(tabs, 1)];
    await rig.clock.advance(1000);
    rig.delay(100);
    await second.worker.close(true);
    leader.sockets.last().say(rig.node.append());
    await rig.clock.advance(80);
    leader.worker.setPageState({ visible: false, online: true });
    await rig.clock.advance(10);
    expect([...rig.disks.stored('last-known ada')]).not.toEqual([]);
    await rig.clock.advance(1000);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll(tabs);
  });

  it('leaves nothing on the device of an heir that learns of it after it has begun to lead', async () => {
    const { rig, tabs } = await enterTabs(2);
    rig.delay(100);
    await atOf(tabs, 0).worker.close(true);
    await rig.clock.advance(90);
    expect([...rig.disks.stored('last-known ada')]).not.toEqual([]);
    await rig.clock.advance(1000);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll(tabs);
  });

  it('leaves nothing on the device of a tab of another build, which leads beside it', async () => {
    const { rig, tabs } = await enterTabs(1);
    const other = await rig.enter('ada', 'another build');
    await atOf(tabs, 0).worker.close(true);
    other.sockets.last().say(rig.node.append());
    await rig.clock.advance(10_000);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll([...tabs, other]);
  });

  it('is over when somebody signs in again in any tab', async () => {
    const { rig, tabs } = await enterTabs(2);
    rig.node.session(false);
    atOf(tabs, 0).sockets.last().close(4401);
    await rig.clock.advance(100);
    expect(atOf(tabs, 1).page.status().connection.state).toBe('refused');
    rig.node.session(true);
    await atOf(tabs, 1).worker.open('ada');
    await rig.clock.advance(100);
    await rig.greetAll();
    for (const { page } of tabs) expect(page.status().connection.state).toBe('live');
    await stopAll(tabs);
  });

  it('is noticed by a call of a tab that does not lead', async () => {
    const { rig, tabs } = await enterTabs(2);
    rig.node.session(false);
    rig.server.route('POST', '/api/system/sync', () => ({ status: 401, body: { message: 'no' } }));
    await atOf(tabs, 1).worker.send('sync', {});
    await rig.clock.advance(100);
    for (const { page } of tabs) expect(page.status().connection.state).toBe('refused');
    await stopAll(tabs);
  });
});
