import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { ageOf } from '../../src/console/age.ts';
import { createRig, type Rig } from '../doubles/data-worker.ts';
import { entryOf } from '../doubles/live-worker.ts';
import { STATS } from '../doubles/meridian.ts';
import { SUMMARY, serveWatchdog } from '../doubles/watchdog.ts';

describe('a server with only the calls of the specification', () => {
  async function plain(): Promise<Rig> {
    const rig = createRig();
    rig.server.route('GET', '/api/dashboard/stats', () => ({ body: STATS }));
    rig.server.route('GET', '/api/activity/logs', () => ({ body: [] }));
    await rig.worker.open('ada');
    for (const name of ['stats', 'activity'] as const) rig.worker.subscribe(name, {});
    rig.sockets.last().accept();
    await rig.clock.advance(50);
    return rig;
  }

  it('gives its data; any JSON on its socket is a message', async () => {
    const rig = await plain();
    expect(entryOf(rig, 'stats')?.data).toEqual(STATS);
    expect(rig.page.status().connection).toMatchObject({ state: 'live', liveMessageSeen: false });
    for (const message of [1, null, [], { type: 'hello' }, { key: ['api'], op: 'burn' }])
      rig.sockets.last().say(message);
    rig.sockets.last().sayText('no JSON');
    await rig.clock.advance(3_600_000);
    expect(rig.page.status().connection).toMatchObject({ state: 'live', liveMessageSeen: true });
    expect(rig.server.count('/api/dashboard/stats')).toBe(1);
    await rig.worker.stop();
  });

  it('is read again after its socket was lost, as it has no replay', async () => {
    const rig = await plain();
    rig.sockets.last().close(1006);
    await rig.clock.advance(1000);
    rig.sockets.last().accept();
    await rig.clock.advance(50);
    expect(rig.server.count('/api/dashboard/stats')).toBe(2);
    await rig.worker.stop();
  });

  it('marks a missing call, and everything else works', async () => {
    const rig = await plain();
    rig.worker.subscribe('history', {});
    await rig.clock.advance(50);
    expect(rig.page.entry(keyOf('history'))?.failure).toMatchObject({ status: 404 });
    expect(await rig.worker.send('logout', {})).toMatchObject({ ok: false, status: 404 });
    expect(rig.page.status().connection.state).toBe('live');
    await rig.worker.stop();
  });

  it.each([
    ['a 401', { status: 401, body: { message: 'Who are you?' } }],
    ['a page of HTML', { body: '<!doctype html><p>Not here' }],
  ])(
    'takes %s to a call outside the specification for a call that is not there',
    async (_, answer) => {
      const rig = await plain();
      rig.server.route('GET', '/api/mesh/proofs', () => answer);
      rig.server.route('POST', '/api/push/test', () => answer);
      rig.worker.subscribe('proofs', {});
      await rig.worker.send('pushTest', { payload: { endpoint: 'https://push.example' } });
      await rig.clock.advance(50);
      expect(rig.page.entry(keyOf('proofs'))?.failure).toMatchObject({ status: 404 });
      expect(rig.page.status().connection.state).toBe('live');
      await rig.worker.stop();
    },
  );

  it('is not asked again for a read that it refused because the socket opens', async () => {
    const rig = createRig();
    rig.server.route('GET', '/api/dashboard/stats', () => ({ status: 500 }));
    rig.server.network(false);
    await rig.worker.open('ada');
    rig.worker.subscribe('activity', {});
    await rig.clock.advance(50);
    rig.server.network(true);
    rig.server.route('GET', '/api/activity/logs', () => ({ body: [] }));
    rig.worker.subscribe('stats', {});
    await rig.clock.advance(50);
    rig.sockets.last().accept();
    await rig.clock.advance(50);
    expect(rig.server.count('/api/dashboard/stats')).toBe(1);
    expect(entryOf(rig, 'stats')?.failure).toMatchObject({ status: 500 });
    expect(entryOf(rig, 'activity')).toMatchObject({ data: [], failure: undefined });
    await rig.worker.stop();
  });

  it('has no stream, so its answers do not become stale by time', async () => {
    const rig = await plain();
    expect(rig.page.status().connection).toMatchObject({ hasStream: false });
    await rig.clock.advance(3_600_000);
    const { connection } = rig.page.status();
    expect(ageOf(entryOf(rig, 'stats'), connection, rig.page.serverNow())).toBe('fresh');
    await rig.worker.stop();
  });

  it('works by polling when its socket never opens', async () => {
    const rig = createRig();
    serveWatchdog(rig.server);
    await rig.worker.open('ada');
    rig.worker.subscribe('watchdog', {});
    for (let i = 0; i < 10; i += 1) {
      rig.sockets.last().close(1006);
      await rig.clock.advance(5000);
    }
    expect(entryOf(rig, 'watchdog')).toMatchObject({ data: SUMMARY, failure: undefined });
    expect(rig.page.status().connection.state).toBe('connecting');
    await rig.worker.stop();
  });
});
