import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { createRig, type Rig } from '../doubles/data-worker.ts';
import { entryOf } from '../doubles/live-worker.ts';
import { STATS } from '../doubles/meridian.ts';
import { SUMMARY, serveWatchdog } from '../doubles/watchdog.ts';

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
    serveWatchdog(rig.server);
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
