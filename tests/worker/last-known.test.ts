import { describe, expect, it, vi } from 'vitest';
import { keyOf } from '../../contract/paths.ts';
import { CONTRACT_VERSION } from '../../contract/version.ts';
import type { Entry, StorageState } from '../../src/shared/model.ts';
import { openLastKnown } from '../../src/worker/last-known.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import { createHandClock, flushPromises } from '../doubles/clock.ts';
import { createFakeDisks } from '../doubles/disk.ts';

const STATS = { meshConnections: 6, zipBundlesProcessed: 1, route66Handshakes: 2 };
const PLACE = 'last-known ada';

function entryOf(data: unknown, name: 'stats' | 'activity' = 'stats'): Entry {
  const facts = { at: 1000, seq: 7, failure: undefined, everyMs: null, isStreamed: true } as const;
  return { key: keyOf(name), data, from: 'server', ...facts };
}

function recordOf(over: object = {}) {
  const key = [...keyOf('stats')];
  return { contract: CONTRACT_VERSION, key, data: STATS, at: 1000, ...over };
}

function rigOf() {
  const clock = createHandClock();
  const disks = createFakeDisks();
  const storageStates: StorageState[] = [];
  const open = () =>
    openLastKnown(
      { clock, openKeyValue: disks.openKeyValue },
      'ada',
      createServerTime(clock),
      (s) => storageStates.push(s),
    );
  return { clock, disks, storageStates, open };
}

describe('last-known data', () => {
  it('is loaded with its age, and marked as from the disk', async () => {
    const { clock, open } = rigOf();
    const disk = open();
    disk.save(entryOf(STATS));
    await clock.advance(500);
    const [entry] = await open().load();
    expect(entry).toEqual({ ...entryOf(STATS), seq: 0, from: 'disk', isStreamed: false });
  });

  it('is written at once when the key is new, together with what else is pending', async () => {
    const { disks, open } = rigOf();
    const disk = open();
    disk.save(entryOf(STATS));
    disk.save(entryOf([], 'activity'));
    await flushPromises();
    expect(disks.stored(PLACE).size).toBe(2);
    expect(disks.writes(PLACE)).toBe(1);
  });

  it('is written once for many changes', async () => {
    const { clock, disks, open } = rigOf();
    const disk = open();
    disk.save(entryOf(STATS));
    await flushPromises();
    for (let i = 0; i < 100; i += 1) disk.save(entryOf({ ...STATS, route66Handshakes: i }));
    await clock.advance(499);
    expect(disks.writes(PLACE)).toBe(1);
    await clock.advance(1);
    expect(disks.writes(PLACE)).toBe(2);
    expect([...disks.stored(PLACE).values()]).toEqual([
      recordOf({ data: { ...STATS, route66Handshakes: 99 } }),
    ]);
  });

  it('is written on flush, and not again after it', async () => {
    const { clock, disks, open } = rigOf();
    const disk = open();
    disk.save(entryOf(STATS));
    await flushPromises();
    disk.save(entryOf({ ...STATS, route66Handshakes: 3 }));
    disk.flush();
    await flushPromises();
    expect(disks.writes(PLACE)).toBe(2);
    disk.flush();
    await clock.advance(1000);
    expect(disks.writes(PLACE)).toBe(2);
  });

  it('is written at the latest when it is closed', async () => {
    const { disks, open } = rigOf();
    const disk = open();
    disk.save(entryOf(STATS));
    await disk.close();
    expect(disks.stored(PLACE).size).toBe(1);
    expect(disks.open()).toBe(0);
  });

  it('does not write what came from the disk, or nothing at all', async () => {
    const { clock, disks, open } = rigOf();
    const disk = open();
    disk.save({ ...entryOf(STATS), from: 'disk' });
    disk.save(entryOf(undefined));
    await clock.advance(1000);
    expect(disks.stored(PLACE).size).toBe(0);
  });

  it('keeps the first rows of a long list', async () => {
    const { clock, open } = rigOf();
    const disk = open();
    const rows = Array.from({ length: 5000 }, (_, id) => ({
      id,
      message: 'm',
      severity: 'success',
      createdAt: 'now',
    }));
    disk.save(entryOf(rows, 'activity'));
    await clock.advance(500);
    const [entry] = await open().load();
    expect(entry?.data).toEqual(rows.slice(0, 500));
  });

  it.each([
    ['another version', recordOf({ contract: CONTRACT_VERSION + 1 })],
    ['no read', recordOf({ key: ['api', 'nothing'] })],
    ['another shape', recordOf({ data: { meshConnections: 'six' } })],
    ['no date', recordOf({ at: undefined })],
    ['no record', 'garbage'],
    ['nothing', null],
  ])('leaves out a record of %s, and gives the others', async (_, record) => {
    const { disks, open } = rigOf();
    disks.put(PLACE, 'bad', record);
    disks.put(PLACE, 'good', recordOf());
    expect((await open().load()).map(({ data }) => data)).toEqual([STATS]);
  });

  it('is erased on sign-out, pending writes included', async () => {
    const { clock, disks, open } = rigOf();
    disks.put(PLACE, 'old', recordOf());
    const disk = open();
    disk.save(entryOf(STATS));
    await disk.erase();
    disk.save(entryOf(STATS));
    await clock.advance(5000);
    expect(disks.stored(PLACE).size).toBe(0);
    expect(disks.open()).toBe(0);
  });

  it('is kept in memory while the disk fails, and reports both changes', async () => {
    const { clock, disks, storageStates, open } = rigOf();
    disks.breakDown('fail');
    const disk = open();
    expect(await disk.load()).toEqual([]);
    disk.save(entryOf(STATS));
    await clock.advance(500);
    expect(storageStates).toEqual(['memory']);
    disks.breakDown('work');
    disk.save(entryOf(STATS));
    await clock.advance(500);
    expect(storageStates).toEqual(['memory', 'disk']);
  });

  it('waits half a second for a disk that hangs, which after two seconds counts as not working', async () => {
    const { clock, disks, storageStates, open } = rigOf();
    disks.breakDown('hang');
    const loaded = open().load();
    await clock.advance(500);
    expect(await loaded).toEqual([]);
    expect(storageStates).toEqual([]);
    await clock.advance(1500);
    expect(storageStates).toEqual(['memory']);
    await flushPromises();
    expect(clock.sleepers()).toBe(0);
  });

  it('delivers later what a slow disk finds', async () => {
    const { clock, disks, open } = rigOf();
    disks.put(PLACE, 'stats', recordOf());
    disks.breakDown('hang');
    const late = vi.fn();
    const loaded = open().load(late);
    await clock.advance(500);
    expect(await loaded).toEqual([]);
    expect(late).not.toHaveBeenCalled();
    disks.breakDown('work');
    await flushPromises();
    expect(late.mock.calls.map(([entries]) => entries)).toEqual([
      [expect.objectContaining({ data: STATS })],
    ]);
  });
});
