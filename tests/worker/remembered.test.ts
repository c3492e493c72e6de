import { describe, expect, it } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { createHandClock, flushPromises, type HandClock } from '../doubles/clock.ts';
import { createRig } from '../doubles/data-worker.ts';
import type { FakeDisks } from '../doubles/disk.ts';
import { entryOf, openLiveRig } from '../doubles/live-worker.ts';
import { STATS, serveMeridian } from '../doubles/meridian.ts';
import { meridianHeaders } from '../doubles/server.ts';

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

describe('last-known data', () => {
  it('is on the page before the network answers, and marked', async () => {
    const first = await openLiveRig({ events: 1 });
    first.worker.subscribe('stats', {});
    await first.clock.advance(1000);
    await first.worker.stop();

    const rig = createRig({ disks: first.disks });
    rig.server.network(false);
    const number = await rig.worker.open('ada');
    expect(rig.page.received()).toBeGreaterThanOrEqual(number);
    expect(entryOf(rig, 'stats')).toMatchObject({ data: STATS, from: 'disk', isStreamed: false });
    await rig.worker.stop();
  });

  it('is flushed when the page is hidden, however soon', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('activity', {});
    await rig.clock.advance(1000);
    rig.node.append();
    await rig.worker.refresh('activity', {});
    await rig.clock.advance(50);
    expect(entryOf(rig, 'activity')?.data).toHaveLength(2);
    const kept = () => [rig.disks.stored('last-known ada').get('api/activity/logs')];
    expect(kept()).toMatchObject([{ data: [{ id: 1 }] }]);
    rig.worker.setPageState({ visible: false, online: true });
    await flushPromises();
    expect(kept()).toMatchObject([{ data: [{ id: 2 }, { id: 1 }] }]);
    await rig.worker.stop();
  });

  it('does not replace what the network answered first', async () => {
    const first = await openLiveRig({ events: 1 });
    first.worker.subscribe('activity', {});
    await first.clock.advance(1000);
    await first.worker.stop();

    const clock = createHandClock();
    const rig = createRig({ clock, disks: slowDisks(first.disks, clock) });
    const node = serveMeridian(rig);
    for (let i = 0; i < 3; i += 1) node.append();
    rig.worker.subscribe('activity', {});
    const open = rig.worker.open('ada');
    await rig.clock.advance(100);
    expect(entryOf(rig, 'activity')).toMatchObject({ from: 'server', seq: 3 });
    await rig.clock.advance(1000);
    await open;
    expect(entryOf(rig, 'activity')).toMatchObject({ from: 'server', seq: 3 });
    await rig.worker.stop();
  });

  it('is shown beside a read that failed before it was there', async () => {
    const first = await openLiveRig({ events: 1 });
    first.worker.subscribe('stats', {});
    await first.clock.advance(1000);
    await first.worker.stop();

    const clock = createHandClock();
    const rig = createRig({ clock, disks: slowDisks(first.disks, clock) });
    rig.server.network(false);
    rig.worker.subscribe('stats', {});
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

  it('has its age on a device whose clock is wrong, also without a network', async () => {
    const behindMs = 10 * 60_000;
    const first = createRig();
    const serverNow = () => first.clock.now() + behindMs;
    const answer = () => ({ body: STATS, headers: meridianHeaders(serverNow(), 0) });
    first.server.route('GET', '/api/dashboard/stats', answer);
    await first.worker.open('ada');
    first.worker.subscribe('stats', {});
    await first.clock.advance(1000);
    await first.worker.stop();

    const rig = createRig({ clock: createHandClock(), disks: first.disks });
    rig.clock.setNow(first.clock.now());
    rig.server.network(false);
    await rig.worker.open('ada');
    expect(rig.page.status().skewMs).toBeCloseTo(behindMs, -2);
    const at = entryOf(rig, 'stats')?.at ?? Number.NaN;
    expect(rig.page.serverNow() - at).toBeGreaterThanOrEqual(0);
    expect(rig.page.serverNow() - at).toBeLessThan(60_000);
    await rig.worker.stop();
  });

  it('is gone after signing out, on the page and on the device', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('stats', {});
    await rig.clock.advance(1000);
    await rig.worker.close(true);
    await rig.clock.advance(50);
    expect(rig.page.entries()).toEqual([]);
    expect(rig.disks.stored('last-known ada').size).toBe(0);
    expect(rig.sockets.alive()).toBe(0);
    await rig.worker.stop();
  });

  it('belongs to one account', async () => {
    const rig = await openLiveRig({ events: 1 });
    rig.worker.subscribe('stats', {});
    await rig.clock.advance(1000);
    rig.server.network(false);
    await rig.worker.open('eve');
    await rig.clock.advance(50);
    expect(entryOf(rig, 'stats')?.data).toBeUndefined();
    expect(rig.disks.stored('last-known eve').size).toBe(0);
    expect(rig.disks.stored('last-known ada').size).toBeGreaterThan(0);
    await rig.worker.stop();
  });

  it('is capped: the oldest reads with an id and no subscriber are forgotten', async () => {
    const rig = await openLiveRig({ events: 1 });
    const answer = { verified: true, callback_ok: true, file_ok: true, peer: 'forge' };
    for (let id = 0; id < 250; id += 1) {
      rig.server.route('GET', `/api/mesh/proof/status/${id}`, () => ({
        body: { ...answer, deadline: 1, time_remaining: 0 },
      }));
      rig.worker.subscribe('proofStatus', { challenge_id: String(id) });
      if (id > 0) rig.worker.unsubscribe('proofStatus', { challenge_id: String(id) });
      await rig.clock.advance(6000);
    }
    const at = (id: number) => rig.page.entry(keyOf('proofStatus', { challenge_id: String(id) }));
    expect(rig.page.entries().length).toBe(200);
    expect([at(0), at(1), at(249)].map(Boolean)).toEqual([true, false, true]);
    // With how far this device's clock is off.
    expect(rig.disks.stored('last-known ada').size).toBe(201);
    await rig.worker.stop();
  });

  it('is not needed when the disk fails, which is reported', async () => {
    const rig = createRig();
    rig.disks.breakDown('fail');
    const { node } = await openLiveRig({ rig, events: 1 });
    rig.worker.subscribe('stats', {});
    await rig.clock.advance(1000);
    expect(node.seq()).toBe(1);
    expect(rig.page.status().storage).toBe('memory');
    expect(entryOf(rig, 'stats')?.data).toEqual(STATS);
    await rig.worker.stop();
  });
});
