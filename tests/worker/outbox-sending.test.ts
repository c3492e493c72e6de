import { beforeEach, expect, test } from 'vitest';
import { createHttp } from '../../src/worker/http.ts';
import { leadAlone } from '../../src/worker/leader.ts';
import type { SendEnd } from '../../src/worker/outbox.ts';
import type { Outbox } from '../../src/worker/outbox-account.ts';
import { openNoOutboxChannel } from '../../src/worker/outbox-channel.ts';
import { createServerTime } from '../../src/worker/server-time.ts';
import type { FormOrder, ResumableOrder } from '../../src/worker/upload-doors.ts';
import { createHandClock, settle } from '../doubles/clock.ts';
import { createFakeDisks } from '../doubles/disk.ts';
import { createFakeServer } from '../doubles/server.ts';
import { createFakeUploads, openRigOutbox } from '../doubles/uploads.ts';

const ACCOUNT = 'ada';
const BUNDLE = {
  id: 'b1',
  name: 'a.zip',
  size: 1,
  status: 'validating',
  targetPlatforms: [],
  createdAt: 'now',
};
const MIB = 1024 * 1024;

function createDevice() {
  const clock = createHandClock();
  const server = createFakeServer();
  const disks = createFakeDisks();
  const uploads = createFakeUploads();
  const ends: SendEnd[] = [];
  const http = createHttp({ fetch: server.fetch, clock, serverTime: createServerTime(clock) });
  const open = (account = ACCOUNT): Outbox =>
    openRigOutbox(
      { clock, server, disks, uploads, lead: leadAlone, channels: openNoOutboxChannel },
      { http, changed: () => undefined, ended: (end) => ends.push(end) },
      account,
    );
  return { clock, server, disks, uploads, ends, open };
}

let device: ReturnType<typeof createDevice>;
let outbox: Outbox;

beforeEach(async () => {
  device = createDevice();
  outbox = device.open();
  await settle();
});

const fileOf = (text: string, name = 'a.zip') => new File([text], name, { lastModified: 1 });
const big = () => new File([new Uint8Array(9 * MIB)], 'big.zip', { lastModified: 1 });

async function keep(file: File = fileOf('content')): Promise<string> {
  const id = await outbox.keep({ file, targetPlatforms: ['Forge'], priority: 'high' });
  await settle();
  return id;
}

const states = () => outbox.items().map(({ state }) => state.state);
const offer = () =>
  device.server.route('OPTIONS', '/api/zip/uploads', () => ({
    status: 204,
    headers: { 'tus-version': '1.0.0' },
  }));
const receipt = (answer: { status?: number; body?: unknown }) => (id: string) =>
  device.server.route('GET', `/api/zip/receipts/${id}`, () => answer);
const form = () => device.uploads.last().order as FormOrder;
const resumed = () => device.uploads.last().order as ResumableOrder;

test('a file is on the device before the first byte of it leaves, and gone from it once it arrived', async () => {
  const id = await keep();
  expect([...device.disks.stored(`outbox ${ACCOUNT}`).keys()]).toEqual([
    `record ${id}`,
    `file ${id}`,
  ]);
  expect(device.uploads.last().kind).toBe('form');
  expect(form().headers).toEqual({
    'idempotency-key': id,
    'meridian-sha256': 'hash of content',
  });
  expect([...form().form.keys()].sort()).toEqual(['priority', 'targetPlatforms', 'zipfile']);
  device.uploads.last().answer(200, { bundle: BUNDLE });
  await settle();
  expect(states()).toEqual(['done']);
  expect(device.ends).toEqual([{ end: 'done', bundle: BUNDLE }]);
  expect([...device.disks.stored(`outbox ${ACCOUNT}`).keys()]).toEqual([`record ${id}`]);
});

test('files go one after the other, in the order in which they came', async () => {
  await keep(fileOf('1', '1.zip'));
  await keep(fileOf('2', '2.zip'));
  expect(device.uploads.tries).toHaveLength(1);
  device.uploads.last().answer(200, {});
  await settle();
  expect(device.uploads.tries).toHaveLength(2);
  expect(states()).toEqual(['done', 'sending']);
});

test('a refusal is final until somebody says again', async () => {
  const id = await keep();
  device.uploads.last().answer(400, { message: 'The file is not a ZIP file.' });
  await settle();
  expect(outbox.items()[0]?.state).toMatchObject({ state: 'failed', failure: { status: 400 } });
  await device.clock.advance(60 * 60_000);
  expect(device.uploads.tries).toHaveLength(1);
  outbox.retry(id);
  await settle();
  expect(states()).toEqual(['sending']);
});

test('a broken try asks for a receipt first, and resumes where the server offers it', async () => {
  offer();
  const id = await keep();
  device.uploads.last().breakOff();
  await settle();
  expect(states()).toEqual(['waiting']);
  await device.clock.advance(1000);
  expect(device.server.count(`/api/zip/receipts/${id}`)).toBe(1);
  expect(device.uploads.last().kind).toBe('resumable');
  receipt({ body: { bundle: BUNDLE } })(id);
  device.uploads.last().answer(204);
  await settle();
  expect(outbox.items()[0]?.state).toEqual({ state: 'done', bundle: BUNDLE });
});

test('an upload whose answer was lost is not sent again', async () => {
  offer();
  const id = await keep();
  receipt({ body: { bundle: BUNDLE } })(id);
  device.uploads.last().breakOff();
  await device.clock.advance(1000);
  expect(device.uploads.tries).toHaveLength(1);
  expect(states()).toEqual(['done']);
});

test('another server, which knows no receipts, is not sent a broken upload twice by itself', async () => {
  const id = await keep();
  device.uploads.last().breakOff();
  await device.clock.advance(1000);
  expect(device.uploads.tries).toHaveLength(1);
  expect(outbox.items()[0]?.state).toMatchObject({
    state: 'failed',
    failure: { text: expect.stringContaining('may have arrived') },
  });
  outbox.retry(id);
  await settle();
  expect(device.uploads.last().kind).toBe('form');
  expect(states()).toEqual(['sending']);
});

test('a large file is resumable from the start; where it has got to is kept on the device', async () => {
  offer();
  const id = await keep(big());
  expect(device.uploads.last().kind).toBe('resumable');
  expect(resumed().place).toBeUndefined();
  expect(resumed().metadata).toMatchObject({ filename: 'big.zip', key: id, priority: 'high' });
  resumed().placed('/api/zip/uploads/abc');
  resumed().moved(0);
  resumed().moved(5 * MIB);
  device.uploads.last().breakOff();
  await settle();
  expect(device.disks.stored(`outbox ${ACCOUNT}`).get(`record ${id}`)).toMatchObject({
    place: '/api/zip/uploads/abc',
    begun: true,
  });
  await device.clock.advance(1000);
  expect(resumed().place).toBe('/api/zip/uploads/abc');
});

test('without an offer a large file goes as the form of the specification', async () => {
  await keep(big());
  expect(device.uploads.last().kind).toBe('form');
});

test('without a network a file waits, later and later, and goes at once when somebody knocks', async () => {
  offer();
  device.server.network(false);
  const id = await keep(big());
  expect(states()).toEqual(['waiting']);
  await device.clock.advance(10 * 60_000);
  expect(device.uploads.tries).toHaveLength(0);
  expect(device.server.count('/api/zip/uploads')).toBeLessThan(20);
  device.server.network(true);
  outbox.knock();
  await settle();
  expect(device.uploads.tries).toHaveLength(1);
  expect(outbox.items()[0]?.id).toBe(id);
});

test('progress is told with its rate and what is left, and no more than four times a second', async () => {
  offer();
  await keep(big());
  resumed().moved(0);
  for (let i = 1; i <= 30; i += 1) {
    await device.clock.advance(100);
    resumed().moved(i * 0.1 * MIB);
  }
  const [item] = outbox.items();
  expect(item?.state).toMatchObject({ state: 'sending' });
  if (item?.state.state !== 'sending') throw new Error('not sending');
  expect(item.state.bytesPerSec).toBeCloseTo(MIB, -3);
  expect(item.state.leftSec).toBeCloseTo((9 * MIB - item.state.sent) / MIB, 1);
});

test('a line that says nothing for a minute and a half is given up', async () => {
  offer();
  await keep(big());
  await device.clock.advance(80_000);
  resumed().moved(1);
  await device.clock.advance(80_000);
  expect(states()).toEqual(['sending']);
  await device.clock.advance(20_000);
  expect(device.uploads.tries[0]?.order.signal.aborted).toBe(true);
  expect(device.uploads.tries).toHaveLength(2);
});

test('a worker that takes the place of one that died finds everything and goes on', async () => {
  offer();
  const id = await keep(big());
  resumed().placed('/api/zip/uploads/abc');
  await settle();
  const next = device.open();
  await settle();
  expect(device.uploads.tries).toHaveLength(2);
  expect(resumed()).toMatchObject({ place: '/api/zip/uploads/abc', metadata: { key: id } });
  expect(next.items()).toMatchObject([{ id, state: { state: 'sending' } }]);
});

test('the same file for the same targets is one upload, however often it is added', async () => {
  const id = await keep();
  expect(await keep()).toBe(id);
  device.uploads.last().answer(500);
  await settle();
  expect(await keep()).toBe(id);
  expect(states()).toEqual(['sending']);
  expect(await keep(fileOf('content', 'other.zip'))).not.toBe(id);
});

test('what is removed is gone from the device, and its sending ends', async () => {
  const id = await keep();
  outbox.discard(id);
  await settle();
  expect(device.uploads.last().order.signal.aborted).toBe(true);
  expect(outbox.items()).toEqual([]);
  expect(device.disks.stored(`outbox ${ACCOUNT}`).size).toBe(0);
});

test('a device that cannot keep the file sends it all the same, and says so', async () => {
  device.disks.breakDown('fail');
  await keep();
  expect(outbox.items()).toMatchObject([{ inMemory: true, state: { state: 'sending' } }]);
});

test('a device that never answers does not hold the upload up for ever', async () => {
  device.disks.breakDown('hang');
  const kept = outbox.keep({ file: fileOf('x'), targetPlatforms: [], priority: 'standard' });
  await device.clock.advance(5 * 60_000);
  await kept;
  await settle();
  expect(outbox.items()).toMatchObject([{ inMemory: true }]);
});

test('what the device gives back is judged: other shapes and records without a file are left out', async () => {
  device.disks.put('outbox bob', 'record x', { id: 'x' });
  device.disks.put('outbox bob', 'record y', 'text');
  const other = device.open('bob');
  await settle();
  expect(other.items()).toEqual([]);
});

test('signed out in mid-life, an upload waits for the next sign-in', async () => {
  offer();
  await keep();
  device.uploads.last().answer(401, { message: 'Please sign in.' });
  await settle();
  expect(states()).toEqual(['waiting']);
  expect(device.ends.at(-1)).toMatchObject({ end: 'broken', failure: { status: 401 } });
});

test('closing for good leaves nothing on the device, no sleeper and nothing on its way', async () => {
  await keep();
  await outbox.close(true);
  await settle();
  expect(device.disks.stored(`outbox ${ACCOUNT}`).size).toBe(0);
  expect(device.uploads.last().order.signal.aborted).toBe(true);
  expect([device.clock.sleepers(), device.disks.open()]).toEqual([0, 0]);
});

test('closing for a while keeps what is not sent', async () => {
  const id = await keep();
  await outbox.close(false);
  await settle();
  expect(device.clock.sleepers()).toBe(0);
  outbox = device.open();
  await settle();
  expect(outbox.items()).toMatchObject([{ id }]);
});

test('two accounts of one device do not see each other', async () => {
  await keep();
  const other = device.open('bob');
  await settle();
  expect(other.items()).toEqual([]);
});

test('a try of which nothing left is made again, also at a server that knows no receipts', async () => {
  await keep();
  device.uploads.last().notReached();
  await settle();
  expect(states()).toEqual(['waiting']);
  await device.clock.advance(1000);
  expect(device.uploads.tries).toHaveLength(2);
  expect(device.server.requests).toEqual([]);
});

test('what is sent is the device’s own copy: the original may be gone by then', async () => {
  const original = fileOf('content');
  let read: Blob | undefined;
  device.uploads.hashWith(async (file) => {
    read = file;
    return 'hash';
  });
  await keep(original);
  expect(read).not.toBe(original);
  expect(await read?.text()).toBe('content');
});

test('code that cannot be loaded now is no file that cannot be read', async () => {
  device.uploads.hashWith(() => Promise.reject(new TypeError('Failed to fetch the module')));
  await keep();
  expect(states()).toEqual(['waiting']);
  device.uploads.hashWith(() => Promise.reject(new DOMException('gone', 'NotReadableError')));
  await device.clock.advance(1000);
  expect(outbox.items()[0]?.state).toMatchObject({
    state: 'failed',
    failure: { text: expect.stringContaining('no longer be read') },
  });
});
