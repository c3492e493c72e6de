import { expect, test } from 'vitest';
import { OUTBOX_KEY, type OutboxItem } from '../../src/shared/model.ts';
import { flushPromises } from '../doubles/clock.ts';
import { type Browser, createBrowser, type Tab } from '../doubles/tabs.ts';
import { createFakeUploads, type FakeUploads } from '../doubles/uploads.ts';

/** The uploads of several tabs of one browser, of which one sends. */

interface Rig extends Browser {
  readonly uploads: FakeUploads;
}

async function rigOf(count: number): Promise<{ rig: Rig; tabs: Tab[] }> {
  const uploads = createFakeUploads();
  const browser = createBrowser({ uploads });
  const rig = { ...browser, uploads };
  for (let i = 0; i < count; i += 1) {
    await browser.openTab().worker.open('ada');
    await rig.clock.advance(50);
  }
  return { rig, tabs: [...rig.tabs] };
}

const itemsIn = ({ page }: Tab) => (page.entry(OUTBOX_KEY)?.data ?? []) as readonly OutboxItem[];
const statesIn = (tab: Tab | undefined) => tab && itemsIn(tab).map(({ state }) => state.state);

async function keep(rig: Rig, tab: Tab | undefined, name = 'a.zip'): Promise<string | undefined> {
  const file = new File(['content'], name, { lastModified: 1 });
  const kept = await tab?.worker.enqueueUpload({ file, targetPlatforms: [], priority: 'standard' });
  await rig.clock.advance(50);
  return kept?.id;
}

test('one tab sends what another added, and all show it', async () => {
  const { rig, tabs } = await rigOf(3);
  await keep(rig, tabs[2]);
  expect(rig.uploads.tries).toHaveLength(1);
  expect(tabs.map(statesIn)).toEqual([['sending'], ['sending'], ['sending']]);
  rig.uploads.last().answer(200, {});
  await rig.clock.advance(50);
  expect(tabs.map(statesIn)).toEqual([['done'], ['done'], ['done']]);
});

test('another tab continues the upload of a frozen one', async () => {
  const { rig, tabs } = await rigOf(2);
  const id = await keep(rig, tabs[0]);
  tabs[0]?.freeze();
  await rig.clock.advance(70_000);
  expect(rig.uploads.tries).toHaveLength(1);
  expect(rig.server.count(`/api/zip/receipts/${id}`)).toBe(1);
  const bundle = { id: 'b', name: 'a', size: 1, status: '', targetPlatforms: [], createdAt: '' };
  rig.server.route('GET', `/api/zip/receipts/${id}`, () => ({ body: { bundle } }));
  await tabs[1]?.worker.retry(id ?? '');
  await rig.clock.advance(50);
  expect(statesIn(tabs[1])).toEqual(['done']);
  tabs[0]?.thaw();
  await rig.clock.advance(5000);
  expect(statesIn(tabs[0])).toEqual(['done']);
});

test('an upload that is removed while the leader is frozen is removed by the next one', async () => {
  const { rig, tabs } = await rigOf(2);
  const id = await keep(rig, tabs[0]);
  tabs[0]?.freeze();
  const removed = tabs[1]?.worker.discard(id ?? '');
  await rig.clock.advance(10_000);
  await removed;
  expect(statesIn(tabs[1])).toEqual([]);
  await flushPromises();
  expect([...rig.disks.stored('outbox ada').keys()]).toEqual([]);
});

test('a tab with nothing to send does not count as frozen', async () => {
  const { rig, tabs } = await rigOf(2);
  await rig.clock.advance(10 * 60_000);
  await keep(rig, tabs[1]);
  expect(tabs.map(statesIn)).toEqual([['sending'], ['sending']]);
  expect(rig.uploads.tries).toHaveLength(1);
});

test('signing out in one tab removes the uploads in all tabs and on the device', async () => {
  const { rig, tabs } = await rigOf(3);
  await keep(rig, tabs[0]);
  await keep(rig, tabs[0], 'b.zip');
  await tabs[2]?.worker.close(true);
  await rig.clock.advance(1000);
  expect(rig.uploads.tries.map(({ order }) => order.signal.aborted)).toEqual([true]);
  expect(tabs.slice(0, 2).map(statesIn)).toEqual([[], []]);
  await flushPromises();
  expect([...rig.disks.stored('outbox ada').keys()]).toEqual([]);
});

test('stopped tabs leave no timer, socket, disk or upload behind', async () => {
  const { rig, tabs } = await rigOf(3);
  await keep(rig, tabs[0]);
  await keep(rig, tabs[2], 'b.zip');
  await Promise.all(tabs.map(({ worker }) => worker.stop()));
  await flushPromises();
  expect([rig.clock.sleepers(), rig.disks.open()]).toEqual([0, 0]);
  expect(tabs.map(({ sockets }) => sockets.alive())).toEqual([0, 0, 0]);
  expect(rig.uploads.tries.every(({ order }) => order.signal.aborted)).toBe(true);
});

// What a follower hands in waits at the leader, whose heir takes it over.
test.each([
  ['leads', 0],
  ['follows', 1],
])(
  'an upload that a tab that %s is keeping when the other one signs out is neither kept nor sent',
  async (_, at) => {
    const { rig, tabs } = await rigOf(2);
    rig.disks.breakDown('hang');
    const file = new File(['content'], 'a.zip', { lastModified: 1 });
    const kept = tabs[at]?.worker
      .enqueueUpload({ file, targetPlatforms: [], priority: 'standard' })
      .then(() => 'kept', String);
    await rig.clock.advance(50);
    const closed = tabs[1 - at]?.worker.close(true);
    await rig.clock.advance(50);
    rig.disks.breakDown('work');
    await rig.clock.advance(5000);
    await closed;
    expect(await kept).toBe('Error: The account was closed');
    expect(rig.uploads.tries).toHaveLength(0);
    expect([...rig.disks.stored('outbox ada').keys()]).toEqual([]);
  },
);

test('an acknowledgement that is being kept when another tab signs out is neither kept nor sent', async () => {
  const { rig, tabs } = await rigOf(2);
  rig.disks.breakDown('hang');
  const kept = tabs[0]?.worker
    .acknowledgeLater({ incident: '7', title: 'platform-a', note: '', at: 1 })
    .then(() => 'kept', String);
  await rig.clock.advance(50);
  const closed = tabs[1]?.worker.close(true);
  await rig.clock.advance(50);
  rig.disks.breakDown('work');
  await rig.clock.advance(5000);
  await closed;
  expect(rig.server.count('/api/incidents/7')).toBe(0);
  expect([...rig.disks.stored('outbox ada').keys()]).toEqual([]);
  await kept;
});
