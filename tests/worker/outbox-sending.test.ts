import { beforeEach, expect, test } from 'vitest';
import { flushPromises } from '../doubles/clock.ts';
import { bigFile, createOutboxDevice, fileOf, MIB, type OutboxDevice } from './outbox-device.ts';

let device: OutboxDevice;

beforeEach(async () => {
  device = await createOutboxDevice();
});

test('sends files one after the other, in the order of their arrival', async () => {
  await device.enqueueUpload(fileOf('1', '1.zip'));
  await device.enqueueUpload(fileOf('2', '2.zip'));
  expect(device.uploads.tries).toHaveLength(1);
  device.uploads.last().answer(200, {});
  await flushPromises();
  expect(device.uploads.tries).toHaveLength(2);
  expect(device.states()).toEqual(['done', 'sending']);
});

test('a refusal is final until somebody retries', async () => {
  const id = await device.enqueueUpload();
  device.uploads.last().answer(400, { message: 'The file is not a ZIP file.' });
  await flushPromises();
  expect(device.outbox.items()[0]?.state).toMatchObject({
    state: 'failed',
    failure: { status: 400 },
  });
  await device.clock.advance(60 * 60_000);
  expect(device.uploads.tries).toHaveLength(1);
  device.outbox.retry(id);
  await flushPromises();
  expect(device.states()).toEqual(['sending']);
});

test('a large file is resumable; its progress is stored on the device', async () => {
  device.offer();
  const id = await device.enqueueUpload(bigFile());
  expect(device.uploads.last().kind).toBe('resumable');
  expect(device.resumed().uploadUrl).toBeUndefined();
  expect(device.resumed().metadata).toMatchObject({
    filename: 'big.zip',
    key: id,
    priority: 'high',
  });
  device.resumed().onUploadUrl('/api/zip/uploads/abc');
  device.resumed().onProgress(0);
  device.resumed().onProgress(5 * MIB);
  device.uploads.last().breakOff();
  await flushPromises();
  expect(device.stored().get(`record ${id}`)).toMatchObject({
    uploadUrl: '/api/zip/uploads/abc',
    started: true,
  });
  await device.clock.advance(1000);
  expect(device.resumed().uploadUrl).toBe('/api/zip/uploads/abc');
});

test('the form’s part has the content type of the file', async () => {
  await device.enqueueUpload(new File(['x'], 'a.zip', { type: 'application/zip' }));
  expect((device.form().form.get('zipfile') as File).type).toBe('application/zip');
});

test('sends a large file as the form of the specification where tus is not offered', async () => {
  await device.enqueueUpload(bigFile());
  expect(device.uploads.last().kind).toBe('form');
});

test('reports progress with rate and time left, at most four times a second', async () => {
  device.offer();
  await device.enqueueUpload(bigFile());
  device.resumed().onProgress(0);
  for (let i = 1; i <= 30; i += 1) {
    await device.clock.advance(100);
    device.resumed().onProgress(i * 0.1 * MIB);
  }
  const [item] = device.outbox.items();
  expect(item?.state).toMatchObject({ state: 'sending' });
  if (item?.state.state !== 'sending') throw new Error('not sending');
  expect(item.state.bytesPerSec).toBeCloseTo(MIB, -3);
  expect(item.state.leftSec).toBeCloseTo((9 * MIB - item.state.sent) / MIB, 1);
});

test('the same file for the same targets is one upload, however often it is added', async () => {
  const id = await device.enqueueUpload();
  expect(await device.enqueueUpload()).toBe(id);
  device.uploads.last().answer(500);
  await flushPromises();
  expect(await device.enqueueUpload()).toBe(id);
  expect(device.states()).toEqual(['sending']);
  expect(await device.enqueueUpload(fileOf('content', 'other.zip'))).not.toBe(id);
});

test('removing an upload deletes its file and stops its sending', async () => {
  const id = await device.enqueueUpload();
  device.outbox.discard(id);
  await flushPromises();
  expect(device.uploads.last().order.signal.aborted).toBe(true);
  expect(device.outbox.items()).toEqual([]);
  expect(device.stored().size).toBe(0);
});

test('sends the stored copy: the original may be gone by then', async () => {
  const original = fileOf('content');
  let read: Blob | undefined;
  device.uploads.hashWith(async (file) => {
    read = file;
    return 'hash';
  });
  await device.enqueueUpload(original);
  expect(read).not.toBe(original);
  expect(await read?.text()).toBe('content');
});
