import { beforeEach, expect, test } from 'vitest';
import { flushPromises } from '../doubles/clock.ts';
import { BUNDLE, bigFile, createOutboxDevice, fileOf, type OutboxDevice } from './outbox-device.ts';

let device: OutboxDevice;

beforeEach(async () => {
  device = await createOutboxDevice();
});

test('stores a file before its first byte is sent, and deletes it once it arrived', async () => {
  const id = await device.enqueueUpload();
  expect([...device.stored().keys()]).toEqual([`record ${id}`, `file ${id}`]);
  expect(device.uploads.last().kind).toBe('form');
  expect(device.form().headers).toEqual({
    'idempotency-key': id,
    'meridian-sha256': 'hash of content',
  });
  const { form } = device.form();
  expect([...form.keys()].sort()).toEqual(['priority', 'targetPlatforms', 'zipfile']);
  expect([form.get('priority'), form.get('targetPlatforms')]).toEqual(['high', '["Forge"]']);
  device.uploads.last().answer(200, { bundle: BUNDLE });
  await flushPromises();
  expect(device.states()).toEqual(['done']);
  expect(device.ends).toEqual([{ end: 'done', bundle: BUNDLE }]);
  expect([...device.stored().keys()]).toEqual([`record ${id}`]);
});

test('a new worker finds the uploads of one that died and continues', async () => {
  device.offer();
  const id = await device.enqueueUpload(bigFile());
  device.resumed().onUploadUrl('/api/zip/uploads/abc');
  await flushPromises();
  const next = await device.open();
  await flushPromises();
  expect(device.uploads.tries).toHaveLength(2);
  expect(device.resumed()).toMatchObject({
    uploadUrl: '/api/zip/uploads/abc',
    metadata: { key: id },
  });
  expect(next.items()).toMatchObject([{ id, state: { state: 'sending' } }]);
});

test('sends a file that cannot be stored, and says that it is in memory only', async () => {
  device.disks.breakDown('fail');
  await device.enqueueUpload();
  expect(device.outbox.items()).toMatchObject([{ inMemory: true, state: { state: 'sending' } }]);
});

test('a disk that never answers does not block the upload', async () => {
  device.disks.breakDown('hang');
  const kept = device.enqueueUpload(fileOf('x'));
  await device.clock.advance(5 * 60_000);
  await kept;
  await flushPromises();
  expect(device.outbox.items()).toMatchObject([{ inMemory: true }]);
});

test('ignores stored records of another shape or without a file', async () => {
  device.disks.put('outbox bob', 'record x', { id: 'x' });
  device.disks.put('outbox bob', 'record y', 'text');
  const other = await device.open('bob');
  await flushPromises();
  expect(other.items()).toEqual([]);
});

test('closing for good leaves no stored file, timer or request', async () => {
  await device.enqueueUpload();
  await device.close(true);
  await flushPromises();
  expect(device.stored().size).toBe(0);
  expect(device.uploads.last().order.signal.aborted).toBe(true);
  expect([device.clock.sleepers(), device.disks.open()]).toEqual([0, 0]);
});

test('closing keeps what is not sent', async () => {
  const id = await device.enqueueUpload();
  await device.close(false);
  await flushPromises();
  expect(device.clock.sleepers()).toBe(0);
  device.outbox = await device.open();
  await flushPromises();
  expect(device.outbox.items()).toMatchObject([{ id }]);
});

test('two accounts of one device do not see each other', async () => {
  await device.enqueueUpload();
  const other = await device.open('bob');
  await flushPromises();
  expect(other.items()).toEqual([]);
});

test('a disk that hangs delays no upload, and keeps nothing of one that is over by then', async () => {
  device.disks.breakDown('hang');
  const id = device.enqueueUpload();
  await device.clock.advance(2500);
  expect(device.states()).toEqual(['sending']);
  expect(device.outbox.items()[0]?.inMemory).toBe(true);
  device.uploads.last().answer(200, { bundle: BUNDLE });
  await flushPromises();
  expect(device.states()).toEqual(['done']);
  device.outbox.discard(await id);
  device.disks.breakDown('work');
  await flushPromises();
  await device.clock.advance(10_000);
  expect([...device.stored().keys()]).toEqual([]);
});

test('an upload that the device saves late is said to be saved by then', async () => {
  device.disks.breakDown('hang');
  const id = device.enqueueUpload();
  await device.clock.advance(2500);
  device.disks.breakDown('work');
  await flushPromises();
  await device.clock.advance(10_000);
  expect(device.outbox.items()[0]?.inMemory).toBe(false);
  expect([...device.stored().keys()]).toEqual(
    expect.arrayContaining([`file ${await id}`, `record ${await id}`]),
  );
});

test('a disk that hangs at the start delays an upload by seconds', async () => {
  await device.close(false);
  device.disks.breakDown('hang');
  const opening = device.open();
  await device.clock.advance(5500);
  device.outbox = await opening;
  void device.enqueueUpload();
  await device.clock.advance(2500);
  expect(device.states()).toEqual(['sending']);
});

test('what was deleted under an open tab is saved again, and where that fails said to be in memory', async () => {
  device.server.network(false);
  const id = await device.enqueueUpload(bigFile());
  expect(device.outbox.items()[0]?.inMemory).toBe(false);
  device.disks.deleteUnder('outbox ada');
  await flushPromises();
  expect(device.stored().has(`file ${id}`)).toBe(true);
  device.disks.breakDown('fail');
  device.disks.deleteUnder('outbox ada');
  await flushPromises();
  expect(device.outbox.items()[0]).toMatchObject({ inMemory: true, state: { state: 'waiting' } });
});
