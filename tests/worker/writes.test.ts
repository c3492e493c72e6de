import { describe, expect, it } from 'vitest';
import { entryOf, openLiveRig } from '../doubles/live-worker.ts';
import { WATCHDOG } from '../doubles/watchdog.ts';

const BUNDLE = {
  id: 1,
  name: 'a.zip',
  size: 2,
  status: 'validating',
  targetPlatforms: null,
  createdAt: '2026-11-20T10:00:00.000Z',
};

describe('writes', () => {
  it('answer as a value and read again what they refresh', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('watchdog', {});
    await rig.clock.advance(100);
    rig.server.route('POST', '/api/admin/heartbeat/ping', () => ({ body: {} }));
    expect(await rig.worker.send('ping', {})).toEqual({ ok: true, data: {} });
    await rig.clock.advance(100);
    expect(rig.server.count(WATCHDOG)).toBe(2);
    await rig.worker.stop();
  });

  it('about one thing read that thing again', async () => {
    const rig = await openLiveRig({ events: 1 });
    const incident = '/api/incidents/7';
    rig.worker.subscribe('incident', { id: '7' });
    await rig.clock.advance(100);
    rig.server.route('POST', `${incident}/comments`, () => ({ body: {} }));
    const request = { params: { id: '7' }, payload: { text: 'Seen' } };
    expect(await rig.worker.send('commentOnIncident', request)).toMatchObject({ ok: true });
    await rig.clock.advance(100);
    expect(rig.server.count(incident)).toBe(2);
    await rig.worker.stop();
  });

  it('that fail refresh nothing and are not tried again', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('watchdog', {});
    await rig.clock.advance(100);
    rig.server.route('POST', '/api/admin/heartbeat/ping', () => ({ status: 500 }));
    expect(await rig.worker.send('ping', {})).toMatchObject({ ok: false, status: 500 });
    await rig.clock.advance(5000);
    expect(rig.server.count('/api/admin/heartbeat/ping')).toBe(1);
    expect(rig.server.count(WATCHDOG)).toBe(1);
    await rig.worker.stop();
  });

  it('made during a read read once more after it', async () => {
    const rig = await openLiveRig({ events: 1 });
    const signal = new AbortController().signal;
    let version = 0;
    rig.server.route('GET', '/api/zip/bundles', async () => {
      const body = [{ ...BUNDLE, name: `v${version}` }];
      await rig.clock.sleep(version === 0 ? 300 : 10, signal);
      return { body };
    });
    rig.server.route('POST', '/api/zip/bundles/7/deploy', () => ({ body: {} }));
    rig.worker.subscribe('bundles', {});
    await rig.clock.advance(100);
    version = 1;
    await rig.worker.send('deploy', { params: { id: '7' }, payload: {} });
    await rig.clock.advance(1000);
    expect(entryOf(rig, 'bundles')?.data).toMatchObject([{ name: 'v1' }]);
    await rig.worker.stop();
  });

  it('that nobody has pressed are given up as the account is closed, so that none is answered 401', async () => {
    const rig = await openLiveRig();
    const never = new Promise<never>(() => undefined);
    rig.server.route('POST', '/api/incidents/7/seen', () => never);
    rig.server.route('POST', '/api/system/sync', () => never);
    const ended: string[] = [];
    const seen = { params: { id: '7' }, payload: { how: 'shown' } };
    void rig.worker.send('seeIncident', seen).then(() => ended.push('seen'));
    void rig.worker.send('sync', {}).then(() => ended.push('sync'));
    await rig.clock.advance(50);
    await rig.worker.close(true);
    await rig.clock.advance(50);
    expect(ended).toEqual(['seen']);
    await rig.worker.stop();
  });
});
