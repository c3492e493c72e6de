import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { createHandClock, type HandClock } from '../doubles/clock.ts';
import { createRig, type Rig } from '../doubles/data-worker.ts';
import type { FakeDisks } from '../doubles/disk.ts';
import { type Meridian, STATS, serveMeridian } from '../doubles/meridian.ts';

const SUMMARY = {
  platform: 'meridian',
  ts: 1,
  forgeRun: '',
  heartbeat: { enabled: true, sentCount: 1, intervalSec: 30 },
  meshStats: STATS,
  endpoints: ['GET /'],
};
const WATCHDOG = '/api/admin/watchdog/summary';
const PORTAL = '<!doctype html><title>Hotel Wi-Fi</title>';

async function opened(rig = createRig()): Promise<Rig & { node: Meridian }> {
  const node = serveMeridian(rig);
  rig.server.route('GET', WATCHDOG, () => ({ body: SUMMARY }));
  node.append();
  await rig.worker.open('ada');
  node.greet(rig.sockets.last());
  await rig.clock.advance(50);
  return { ...rig, node };
}

/** A disk that gives what it has after most of a second. */
function slowDisks(disks: FakeDisks, clock: HandClock): FakeDisks {
  return {
    ...disks,
    openKeyValue(name) {
      const place = disks.openKeyValue(name);
      const entries = async () => {
        await clock.sleep(800, new AbortController().signal);
        return place.entries();
      };
      return { ...place, entries };
    },
  };
}

const entryOf = (rig: Rig, name: 'stats' | 'activity' | 'watchdog' | 'bundles') =>
  rig.mirror.entry(keyOf(name));

describe('polls', () => {
  it('read at once and then at the interval of the table, while somebody watches', async () => {
    const rig = await opened();
    rig.worker.watch('watchdog', {});
    await rig.clock.advance(22_000);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    rig.worker.unwatch('watchdog', {});
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    await rig.worker.stop();
  });

  it('rest while nobody can look, and do not read twice for it', async () => {
    const rig = await opened();
    rig.worker.watch('watchdog', {});
    await rig.clock.advance(1000);
    rig.worker.tell({ visible: false, online: true });
    await rig.clock.advance(3000);
    rig.worker.tell({ visible: true, online: true });
    await rig.clock.advance(1000);
    expect(rig.server.count(WATCHDOG)).toBe(1);
    rig.worker.tell({ visible: false, online: true });
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(1);
    rig.worker.tell({ visible: true, online: true });
    await rig.clock.advance(10);
    expect(rig.server.count(WATCHDOG)).toBe(2);
    await rig.worker.stop();
  });

  it('read once for a page that nobody can look at, and go on when somebody can', async () => {
    const rig = await opened();
    rig.worker.tell({ visible: false, online: true });
    rig.worker.watch('watchdog', {});
    await rig.clock.advance(60_000);
    expect(rig.server.count(WATCHDOG)).toBe(1);
    rig.worker.tell({ visible: true, online: true });
    await rig.clock.advance(11_000);
    expect(rig.server.count(WATCHDOG)).toBe(3);
    await rig.worker.stop();
  });

  it('that fail keep the last data, marked, and are not tried again before their time', async () => {
    const rig = await opened();
    rig.worker.watch('watchdog', {});
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

  it('of other reads do not exist: they are read once, however often the page is looked at', async () => {
    const rig = await opened();
    rig.worker.watch('stats', {});
    await rig.clock.advance(60_000);
    for (const visible of [false, true, false, true]) {
      rig.worker.tell({ visible, online: true });
      await rig.clock.advance(1000);
    }
    expect(rig.server.count('/api/dashboard/stats')).toBe(1);
    await rig.worker.stop();
  });
});

describe('writes', () => {
  it('answer as a value and read again what they refresh', async () => {
    const rig = await opened();
    rig.worker.watch('watchdog', {});
    await rig.clock.advance(100);
    rig.server.route('POST', '/api/admin/heartbeat/ping', () => ({ body: {} }));
    expect(await rig.worker.send('ping', {})).toEqual({ ok: true, data: {} });
    await rig.clock.advance(100);
    expect(rig.server.count(WATCHDOG)).toBe(2);
    await rig.worker.stop();
  });

  it('that fail refresh nothing and are not tried again', async () => {
    const rig = await opened();
    rig.worker.watch('watchdog', {});
    await rig.clock.advance(100);
    rig.server.route('POST', '/api/admin/heartbeat/ping', () => ({ status: 500 }));
    expect(await rig.worker.send('ping', {})).toMatchObject({ ok: false, status: 500 });
    await rig.clock.advance(5000);
    expect(rig.server.count('/api/admin/heartbeat/ping')).toBe(1);
    expect(rig.server.count(WATCHDOG)).toBe(1);
    await rig.worker.stop();
  });

  it('made while a read is on its way read once more after it', async () => {
    const rig = await opened();
    const signal = new AbortController().signal;
    let version = 0;
    rig.server.route('GET', '/api/zip/bundles', async () => {
      const body = [{ ...BUNDLE, name: `v${version}` }];
      await rig.clock.sleep(version === 0 ? 300 : 10, signal);
      return { body };
    });
    rig.server.route('POST', '/api/zip/upload', () => ({ body: {} }));
    rig.worker.watch('bundles', {});
    await rig.clock.advance(100);
    version = 1;
    const file = new File(['PK'], 'a.zip');
    await rig.worker.send('upload', { payload: { file, targetPlatforms: [], priority: 'high' } });
    await rig.clock.advance(1000);
    expect(entryOf(rig, 'bundles')?.data).toMatchObject([{ name: 'v1' }]);
    await rig.worker.stop();
  });
});

const BUNDLE = {
  id: 1,
  name: 'a.zip',
  size: 2,
  status: 'validating',
  targetPlatforms: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};

describe('a session that ends in mid-life', () => {
  it('is shown, keeps the data, stops polls and goes on after signing in again', async () => {
    const rig = await opened();
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
    rig.server.route('GET', WATCHDOG, () => ({ body: SUMMARY }));
    await rig.worker.open('ada');
    await rig.clock.advance(10);
    rig.node.greet(rig.sockets.last());
    await rig.clock.advance(50);
    expect(rig.mirror.link().state).toBe('live');
    expect(entryOf(rig, 'watchdog')?.failure).toBeUndefined();
    await rig.worker.stop();
  });

  it('row 34: writes nothing more to the device, which another tab may have erased', async () => {
    const rig = await opened();
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
    const rig = await opened();
    rig.server.route('POST', '/api/auth/login', () => ({ status: 401 }));
    await rig.worker.send('login', { payload: { username: 'ada', password: 'no' } });
    await rig.clock.advance(50);
    expect(rig.mirror.link().state).toBe('live');
    await rig.worker.stop();
  });
});

describe('what the device remembers', () => {
  it('is on the page before the network answers, and marked', async () => {
    const first = await opened();
    first.worker.watch('stats', {});
    await first.clock.advance(1000);
    await first.worker.stop();

    const rig = createRig({ disks: first.disks });
    rig.server.network(false);
    const number = await rig.worker.open('ada');
    await rig.mirror.reached(number);
    expect(entryOf(rig, 'stats')).toMatchObject({ data: STATS, from: 'disk', fed: false });
    await rig.worker.stop();
  });

  it('gives way to what the network said first', async () => {
    const first = await opened();
    first.worker.watch('activity', {});
    await first.clock.advance(1000);
    await first.worker.stop();

    const clock = createHandClock();
    const rig = createRig({ clock, disks: slowDisks(first.disks, clock) });
    const node = serveMeridian(rig);
    for (let i = 0; i < 3; i += 1) node.append();
    rig.worker.watch('activity', {});
    const open = rig.worker.open('ada');
    await rig.clock.advance(100);
    expect(entryOf(rig, 'activity')).toMatchObject({ from: 'server', seq: 3 });
    await rig.clock.advance(1000);
    await open;
    expect(entryOf(rig, 'activity')).toMatchObject({ from: 'server', seq: 3 });
    await rig.worker.stop();
  });

  it('is shown beside a read that failed before it was there', async () => {
    const first = await opened();
    first.worker.watch('stats', {});
    await first.clock.advance(1000);
    await first.worker.stop();

    const clock = createHandClock();
    const rig = createRig({ clock, disks: slowDisks(first.disks, clock) });
    rig.server.network(false);
    rig.worker.watch('stats', {});
    const open = rig.worker.open('ada');
    await rig.clock.advance(100);
    expect(entryOf(rig, 'stats')?.data).toBeUndefined();
    await rig.clock.advance(1000);
    await open;
    const { data, from, failure } = entryOf(rig, 'stats') ?? {};
    expect({ data, from }).toEqual({ data: STATS, from: 'disk' });
    expect(failure).toBeDefined();
    await rig.worker.stop();
  });

  it('row 34: is gone after signing out, on the page and on the device', async () => {
    const rig = await opened();
    rig.worker.watch('stats', {});
    await rig.clock.advance(1000);
    await rig.worker.close(true);
    await rig.clock.advance(50);
    expect(rig.mirror.entries()).toEqual([]);
    expect(rig.disks.stored('last-known ada').size).toBe(0);
    expect(rig.sockets.alive()).toBe(0);
    await rig.worker.stop();
  });

  it('belongs to one account', async () => {
    const rig = await opened();
    rig.worker.watch('stats', {});
    await rig.clock.advance(1000);
    rig.server.network(false);
    await rig.worker.open('eve');
    await rig.clock.advance(50);
    expect(entryOf(rig, 'stats')?.data).toBeUndefined();
    expect(rig.disks.stored('last-known eve').size).toBe(0);
    expect(rig.disks.stored('last-known ada').size).toBeGreaterThan(0);
    await rig.worker.stop();
  });

  it('is capped: of reads with an id the oldest that nobody watches are forgotten', async () => {
    const rig = await opened();
    const answer = { verified: true, callback_ok: true, file_ok: true, peer: 'forge' };
    for (let id = 0; id < 250; id += 1) {
      rig.server.route('GET', `/api/mesh/proof/status/${id}`, () => ({
        body: { ...answer, deadline: 1, time_remaining: 0 },
      }));
      rig.worker.watch('proofStatus', { challenge_id: String(id) });
      if (id > 0) rig.worker.unwatch('proofStatus', { challenge_id: String(id) });
      await rig.clock.advance(6000);
    }
    const at = (id: number) => rig.mirror.entry(keyOf('proofStatus', { challenge_id: String(id) }));
    expect(rig.mirror.entries().length).toBe(200);
    expect([at(0), at(1), at(249)].map(Boolean)).toEqual([true, false, true]);
    expect(rig.disks.stored('last-known ada').size).toBe(200);
    await rig.worker.stop();
  });

  it('is not missed when the disk fails, and that is said', async () => {
    const rig = createRig();
    rig.disks.breakDown('fail');
    const { node } = await opened(rig);
    rig.worker.watch('stats', {});
    await rig.clock.advance(1000);
    expect(node.seq()).toBe(1);
    expect(rig.mirror.storage()).toBe('memory');
    expect(entryOf(rig, 'stats')?.data).toEqual(STATS);
    await rig.worker.stop();
  });
});

describe('a server that has the calls of the specification and nothing else', () => {
  async function plain(): Promise<Rig> {
    const rig = createRig();
    rig.server.route('GET', '/api/dashboard/stats', () => ({ body: STATS }));
    rig.server.route('GET', '/api/activity/logs', () => ({ body: [] }));
    await rig.worker.open('ada');
    for (const name of ['stats', 'activity'] as const) rig.worker.watch(name, {});
    rig.sockets.last().accept();
    await rig.clock.advance(50);
    return rig;
  }

  it('gives its data, and any JSON on its socket is a message', async () => {
    const rig = await plain();
    expect(entryOf(rig, 'stats')?.data).toEqual(STATS);
    expect(rig.mirror.link()).toMatchObject({ state: 'live', liveMessageSeen: false });
    for (const message of [1, null, [], { type: 'hello' }, { key: ['api'], op: 'burn' }])
      rig.sockets.last().say(message);
    rig.sockets.last().sayText('no JSON');
    await rig.clock.advance(3_600_000);
    expect(rig.mirror.link()).toMatchObject({ state: 'live', liveMessageSeen: true });
    expect(rig.server.count('/api/dashboard/stats')).toBe(1);
    await rig.worker.stop();
  });

  it('is read again after its socket was lost, since it cannot say what was missed', async () => {
    const rig = await plain();
    rig.sockets.last().close(1006);
    await rig.clock.advance(1000);
    rig.sockets.last().accept();
    await rig.clock.advance(50);
    expect(rig.server.count('/api/dashboard/stats')).toBe(2);
    await rig.worker.stop();
  });

  it('marks a call that it does not have, and nothing else suffers', async () => {
    const rig = await plain();
    rig.worker.watch('history', {});
    await rig.clock.advance(50);
    expect(rig.mirror.entry(keyOf('history'))?.failure).toMatchObject({ status: 404 });
    expect(await rig.worker.send('logout', {})).toMatchObject({ ok: false, status: 404 });
    expect(rig.mirror.link().state).toBe('live');
    await rig.worker.stop();
  });

  it('works through polls alone when its socket never opens', async () => {
    const rig = createRig();
    rig.server.route('GET', WATCHDOG, () => ({ body: SUMMARY }));
    await rig.worker.open('ada');
    rig.worker.watch('watchdog', {});
    for (let i = 0; i < 10; i += 1) {
      rig.sockets.last().close(1006);
      await rig.clock.advance(5000);
    }
    expect(entryOf(rig, 'watchdog')).toMatchObject({ data: SUMMARY, failure: undefined });
    expect(rig.mirror.link().state).toBe('connecting');
    await rig.worker.stop();
  });
});

describe('time', () => {
  it('is the server’s on a device whose clock is an hour off', async () => {
    const rig = await opened();
    rig.clock.setNow(rig.clock.now() + 3_600_000);
    const serverAt = rig.clock.now() - 3_600_000;
    rig.server.route('GET', '/api/dashboard/stats', () => ({
      body: STATS,
      headers: { 'meridian-time': String(serverAt), 'meridian-seq': '1' },
    }));
    rig.worker.watch('stats', {});
    await rig.clock.advance(50);
    expect(entryOf(rig, 'stats')?.at).toBe(serverAt);
    expect(rig.mirror.skewMs()).toBe(-3_600_000);
    expect(rig.mirror.serverNow()).toBe(serverAt + 50);
    await rig.worker.stop();
  });
});

describe('a page that comes back', () => {
  it.each([
    ['to a screen', { visible: false, online: true }],
    ['to the network', { visible: true, online: false }],
  ])('%s is connected at once, and leaving does not try', async (_, away) => {
    const rig = await opened();
    rig.sockets.last().close(1006);
    await rig.clock.advance(1);
    rig.worker.tell(away);
    await rig.clock.advance(1);
    expect(rig.sockets.opened).toHaveLength(1);
    rig.worker.tell({ visible: true, online: true });
    await rig.clock.advance(1);
    expect(rig.sockets.opened).toHaveLength(2);
    await rig.worker.stop();
  });
});

describe('a worker that is torn down', () => {
  it('leaves no timer, socket, disk or port, twice in one test', async () => {
    for (let i = 0; i < 2; i += 1) {
      const rig = await opened();
      rig.worker.watch('watchdog', {});
      rig.worker.watch('stats', {});
      rig.worker.unwatch('stats', {});
      rig.sockets.last().close(1006);
      await rig.clock.advance(10);
      await rig.worker.stop();
      await rig.clock.advance(0);
      expect(rig.clock.sleepers()).toBe(0);
      expect(rig.sockets.alive()).toBe(0);
      expect(rig.disks.open()).toBe(0);
      expect(rig.portClosed()).toBe(true);
    }
  });

  it('keeps what the page watches when another account is opened', async () => {
    const rig = await opened();
    rig.worker.watch('stats', {});
    await rig.clock.advance(50);
    await rig.worker.open('eve');
    await rig.clock.advance(50);
    expect(entryOf(rig, 'stats')?.data).toEqual(STATS);
    await rig.worker.stop();
  });
});
