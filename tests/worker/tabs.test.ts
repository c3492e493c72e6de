import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { WATCHDOG } from '../doubles/watchdog.ts';
import { ACTIVITY, atOf, enterTabs, idsIn, rolesOf, socketsOf, stopAll } from './tabs-rig.ts';

describe('ten tabs', () => {
  it('cost the server one socket, one read and one set of polls', async () => {
    const { rig, tabs } = await enterTabs(10);
    for (const { worker } of tabs) worker.subscribe('watchdog', {});
    await rig.clock.advance(50);
    await rig.clock.advance(10_000);
    await rig.clock.advance(10_000);
    expect(socketsOf(tabs)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(rig.server.count(ACTIVITY)).toBe(1);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    await stopAll(tabs);
  });

  it('all show what the server says, and their role', async () => {
    const { rig, tabs } = await enterTabs(10);
    const [first] = tabs;
    first?.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    for (const tab of tabs) expect(idsIn(tab)).toEqual([2, 1]);
    expect(rolesOf(tabs)).toEqual(['leading', ...Array.from({ length: 9 }, () => 'following')]);
    for (const { page } of tabs) {
      expect(page.status().connection).toMatchObject({ state: 'live', liveMessageSeen: true });
      expect(page.entry(keyOf('activity'))?.isStreamed).toBe(true);
    }
    await stopAll(tabs);
  });

  it('send their pages only rows that are new', async () => {
    const { rig, tabs } = await enterTabs(3);
    atOf(tabs, 0).sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    const delta = atOf(tabs, 2).pushes.at(-1)?.entries?.[0]?.delta;
    expect(delta).toMatchObject({ kind: 'rows', pieces: [{ rows: [{ id: 2 }] }, { from: 0 }] });
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

describe('tabs that have nothing to do with each other', () => {
  it('of another build or another account lead themselves', async () => {
    const { rig } = await enterTabs(1);
    const build = await rig.enter('ada', 'newer');
    const account = await rig.enter('eve');
    expect(socketsOf(rig.tabs)).toEqual([1, 1, 1]);
    expect([build, account].map(({ page }) => page.status().connection.role)).toEqual([
      'leading',
      'leading',
    ]);
    await stopAll(rig.tabs);
  });
});

describe('a browser that refuses locks', () => {
  it('lets every tab lead itself', async () => {
    const { leadByLocks } = await import('../../src/worker/tabs/leadership.ts');
    const over = new AbortController();
    const refused = leadByLocks({
      request: () => Promise.reject(new DOMException('not here', 'SecurityError')),
    });
    const led = new Promise<AbortSignal>((resolve) => refused('a').campaign(over.signal, resolve));
    expect((await led).aborted).toBe(false);
    over.abort();
  });
});
