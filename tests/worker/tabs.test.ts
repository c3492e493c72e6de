import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { type ActivityRow, type Meridian, serveMeridian } from '../doubles/meridian.ts';
import { type Browser, createBrowser, type Tab } from '../doubles/tabs.ts';

const ACTIVITY = '/api/activity/logs';
const WATCHDOG = '/api/admin/watchdog/summary';
const SUMMARY = {
  platform: 'meridian',
  ts: 1,
  forgeRun: '',
  heartbeat: { enabled: true, sentCount: 1, intervalSec: 30 },
  meshStats: { meshConnections: 6, zipBundlesProcessed: 1, route66Handshakes: 2 },
  endpoints: ['GET /'],
};

interface Rig extends Browser {
  readonly node: Meridian;
  /** Opens a tab whose page looks at the activity, and lets what follows happen. */
  enter(account?: string, build?: string): Promise<Tab>;
  /** The server takes whatever socket waits for it. */
  greetAll(): Promise<void>;
}

async function rigOf(count: number): Promise<{ rig: Rig; tabs: Tab[] }> {
  const browser = createBrowser();
  const { clock } = browser;
  const node = serveMeridian(browser);
  browser.server.route('GET', WATCHDOG, () => ({ body: SUMMARY }));
  node.append();
  const greeted = new Set<unknown>();
  const rig: Rig = {
    ...browser,
    node,
    async enter(account = 'ada', build) {
      const tab = browser.openTab(build);
      await tab.worker.open(account);
      tab.worker.watch('activity', {});
      await clock.advance(50);
      await rig.greetAll();
      return tab;
    },
    async greetAll() {
      for (const socket of browser.tabs.flatMap(({ sockets }) => sockets.opened)) {
        if (greeted.has(socket) || socket.closedByWorker()) continue;
        greeted.add(socket);
        node.greet(socket);
      }
      await clock.advance(50);
    },
  };
  const tabs: Tab[] = [];
  for (let i = 0; i < count; i += 1) tabs.push(await rig.enter());
  return { rig, tabs };
}

const idsIn = ({ mirror }: Tab) =>
  ((mirror.entry(keyOf('activity'))?.data ?? []) as readonly ActivityRow[]).map(({ id }) => id);
const socketsOf = (tabs: readonly Tab[]) => tabs.map(({ sockets }) => sockets.alive());
const rolesOf = (tabs: readonly Tab[]) => tabs.map(({ mirror }) => mirror.link().role);
const atOf = (tabs: readonly Tab[], i: number): Tab => {
  const tab = tabs[i];
  if (tab === undefined) throw new Error(`there is no tab ${i}`);
  return tab;
};
const stopAll = (tabs: readonly Tab[]) => Promise.all(tabs.map(({ worker }) => worker.stop()));

describe('ten tabs', () => {
  it('cost the server one socket, one read and one set of polls', async () => {
    const { rig, tabs } = await rigOf(10);
    for (const { worker } of tabs) worker.watch('watchdog', {});
    await rig.clock.advance(50);
    await rig.clock.advance(10_000);
    await rig.clock.advance(10_000);
    expect(socketsOf(tabs)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    expect(rig.server.count(ACTIVITY)).toBe(1);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    await stopAll(tabs);
  });

  it('all show what the server says, and who says it', async () => {
    const { rig, tabs } = await rigOf(10);
    const [first] = tabs;
    first?.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    for (const tab of tabs) expect(idsIn(tab)).toEqual([2, 1]);
    expect(rolesOf(tabs)).toEqual(['leading', ...Array.from({ length: 9 }, () => 'following')]);
    for (const { mirror } of tabs) {
      expect(mirror.link()).toMatchObject({ state: 'live', liveMessageSeen: true });
      expect(mirror.entry(keyOf('activity'))?.fed).toBe(true);
    }
    await stopAll(tabs);
  });

  it('tell their pages only rows that are new', async () => {
    const { rig, tabs } = await rigOf(3);
    atOf(tabs, 0).sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    const news = atOf(tabs, 2).pushes.at(-1)?.entries?.[0]?.news;
    expect(news).toMatchObject({ kind: 'rows', pieces: [{ rows: [{ id: 2 }] }, { from: 0 }] });
    await stopAll(tabs);
  });

  it('leave nothing behind when they are torn down', async () => {
    const { rig, tabs } = await rigOf(4);
    await stopAll(tabs);
    await rig.clock.advance(60_000);
    expect(rig.clock.sleepers()).toBe(0);
    expect(socketsOf(tabs)).toEqual([0, 0, 0, 0]);
    expect(rig.disks.open()).toBe(0);
  });
});

describe('what the tabs watch', () => {
  it('is read by the leader, also when another tab asks for it first', async () => {
    const { rig, tabs } = await rigOf(2);
    atOf(tabs, 1).worker.watch('watchdog', {});
    await rig.clock.advance(50);
    expect(atOf(tabs, 1).mirror.entry(keyOf('watchdog'))?.data).toEqual(SUMMARY);
    await stopAll(tabs);
  });

  it('is polled while one tab can be looked at, though the leader is hidden', async () => {
    const { rig, tabs } = await rigOf(2);
    for (const { worker } of tabs) worker.watch('watchdog', {});
    atOf(tabs, 0).worker.tell({ visible: false, online: true });
    await rig.clock.advance(20_050);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    atOf(tabs, 1).worker.tell({ visible: false, online: true });
    await rig.clock.advance(50);
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    await stopAll(tabs);
  });

  it('is not read for a tab that was closed, or that does not answer', async () => {
    const { rig, tabs } = await rigOf(3);
    atOf(tabs, 1).worker.watch('watchdog', {});
    atOf(tabs, 2).worker.watch('endpointAudit', {});
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
    const { rig, tabs } = await rigOf(2);
    const read = atOf(tabs, 1).worker.refresh('activity', {});
    await rig.clock.advance(50);
    await read;
    expect(rig.server.count(ACTIVITY)).toBe(2);
    rig.server.route('POST', '/api/system/sync', () => ({ body: { success: true } }));
    await atOf(tabs, 1).worker.send('sync', {});
    atOf(tabs, 1).worker.watch('connections', {});
    await rig.clock.advance(50);
    expect(rig.server.count('/api/mesh/connections')).toBe(1);
    await stopAll(tabs);
  });

  it('is not waited for in vain when the leader takes an order and dies', async () => {
    const { rig, tabs } = await rigOf(2);
    atOf(tabs, 0).freeze();
    const read = atOf(tabs, 1).worker.refresh('activity', {});
    await rig.clock.advance(10_000);
    await read;
    await stopAll(tabs.slice(1));
  });
});

describe('the lead goes over', () => {
  it('at once when the leader closes, and nothing is read anew', async () => {
    const { rig, tabs } = await rigOf(3);
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
    const { rig, tabs } = await rigOf(3);
    atOf(tabs, 0).kill();
    rig.node.append();
    await rig.clock.advance(1);
    await rig.greetAll();
    expect(socketsOf(tabs)).toEqual([0, 1, 0]);
    for (const tab of tabs.slice(1)) expect(idsIn(tab)).toEqual([2, 1]);
    await stopAll(tabs.slice(1));
  });

  it('from a frozen leader by its silence, which the others show meanwhile', async () => {
    const { rig, tabs } = await rigOf(3);
    atOf(tabs, 0).freeze();
    await rig.clock.advance(4500);
    expect(atOf(tabs, 1).mirror.link().state).toBe('silent');
    expect(socketsOf(tabs)).toEqual([1, 0, 0]);
    rig.node.append();
    await rig.clock.advance(3000);
    await rig.greetAll();
    expect(socketsOf(tabs.slice(1)).sort()).toEqual([0, 1]);
    for (const tab of tabs.slice(1)) expect(idsIn(tab)).toEqual([2, 1]);
    await stopAll(tabs.slice(1));
  });

  it('for good: a leader that thaws follows, and shows what it missed', async () => {
    const { rig, tabs } = await rigOf(3);
    atOf(tabs, 0).freeze();
    await rig.clock.advance(8000);
    await rig.greetAll();
    const leader = tabs.slice(1).find(({ sockets }) => sockets.alive() === 1);
    leader?.sockets.last().say(rig.node.append());
    await rig.clock.advance(50);
    atOf(tabs, 0).thaw();
    await rig.clock.advance(3000);
    expect(atOf(tabs, 0).sockets.alive()).toBe(0);
    expect(atOf(tabs, 0).mirror.link()).toMatchObject({ state: 'live', role: 'following' });
    expect(idsIn(atOf(tabs, 0))).toEqual([2, 1]);
    await stopAll(tabs);
  });

  it('to nobody because the device slept', async () => {
    const { rig, tabs } = await rigOf(3);
    await rig.clock.sleepDevice(3_600_000);
    await rig.clock.advance(20_000);
    await rig.greetAll();
    expect(rolesOf(tabs)).toEqual(['leading', 'following', 'following']);
    await stopAll(tabs);
  });

  it('and a follower that was frozen catches up when it goes on', async () => {
    const { rig, tabs } = await rigOf(2);
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

describe('tabs that have nothing to do with each other', () => {
  it('of another build or another account lead themselves', async () => {
    const { rig } = await rigOf(1);
    const build = await rig.enter('ada', 'newer');
    const account = await rig.enter('eve');
    expect(socketsOf(rig.tabs)).toEqual([1, 1, 1]);
    expect([build, account].map(({ mirror }) => mirror.link().role)).toEqual([
      'leading',
      'leading',
    ]);
    await stopAll(rig.tabs);
  });
});

describe('signing out', () => {
  it('row 34: in one tab ends the socket of the tab that leads, and nothing is written any more', async () => {
    const { rig, tabs } = await rigOf(3);
    const [leader, second] = [atOf(tabs, 0), atOf(tabs, 1)];
    leader.sockets.last().say(rig.node.append());
    await rig.clock.advance(10);
    rig.node.session(false);
    await second.worker.close(true);
    await rig.clock.advance(60_000);
    expect(leader.mirror.link().state).toBe('refused');
    expect(atOf(tabs, 2).mirror.link().state).toBe('refused');
    expect(socketsOf(tabs)).toEqual([0, 0, 0]);
    expect([...rig.disks.stored('last-known ada')]).toEqual([]);
    await stopAll(tabs);
  });

  it('is over when somebody signs in again in any tab', async () => {
    const { rig, tabs } = await rigOf(2);
    rig.node.session(false);
    atOf(tabs, 0).sockets.last().close(4401);
    await rig.clock.advance(100);
    expect(atOf(tabs, 1).mirror.link().state).toBe('refused');
    rig.node.session(true);
    await atOf(tabs, 1).worker.open('ada');
    await rig.clock.advance(100);
    await rig.greetAll();
    for (const { mirror } of tabs) expect(mirror.link().state).toBe('live');
    await stopAll(tabs);
  });

  it('is noticed by a call of a tab that does not lead', async () => {
    const { rig, tabs } = await rigOf(2);
    rig.node.session(false);
    rig.server.route('POST', '/api/system/sync', () => ({ status: 401, body: { message: 'no' } }));
    await atOf(tabs, 1).worker.send('sync', {});
    await rig.clock.advance(100);
    for (const { mirror } of tabs) expect(mirror.link().state).toBe('refused');
    await stopAll(tabs);
  });
});

describe('a browser that refuses locks', () => {
  it('lets every tab lead itself', async () => {
    const { createElection } = await import('../../src/worker/election.ts');
    const over = new AbortController();
    const refused = createElection({
      request: () => Promise.reject(new DOMException('not here', 'SecurityError')),
    });
    const led = new Promise<AbortSignal>((resolve) => refused('a', over.signal, resolve));
    expect((await led).aborted).toBe(false);
    over.abort();
  });
});
