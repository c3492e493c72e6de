import { beforeEach, expect, test } from 'vitest';
import { settle } from '../doubles/clock.ts';
import { bigFile, createOutboxDevice, fileOf, MIB, type OutboxDevice } from './outbox-device.ts';

let device: OutboxDevice;

beforeEach(async () => {
  device = await createOutboxDevice();
});

test('files go one after the other, in the order in which they came', async () => {
  await device.keep(fileOf('1', '1.zip'));
  await device.keep(fileOf('2', '2.zip'));
  expect(device.uploads.tries).toHaveLength(1);
  device.uploads.last().answer(200, {});
  await settle();
  expect(device.uploads.tries).toHaveLength(2);
  expect(device.states()).toEqual(['done', 'sending']);
});

test('a refusal is final until somebody says again', async () => {
  const id = await device.keep();
  device.uploads.last().answer(400, { message: 'The file is not a ZIP file.' });
  await settle();
  expect(device.outbox.items()[0]?.state).toMatchObject({
    state: 'failed',
    failure: { status: 400 },
  });
  await device.clock.advance(60 * 60_000);
  expect(device.uploads.tries).toHaveLength(1);
  device.outbox.retry(id);
  await settle();
  expect(device.states()).toEqual(['sending']);
});

test('a large file is resumable from the start; where it has got to is kept on the device', async () => {
  device.offer();
  const id = await device.keep(bigFile());
  expect(device.uploads.last().kind).toBe('resumable');
  expect(device.resumed().place).toBeUndefined();
  expect(device.resumed().metadata).toMatchObject({
    filename: 'big.zip',
    key: id,
    priority: 'high',
  });
  device.resumed().placed('/api/zip/uploads/abc');
  device.resumed().moved(0);
  device.resumed().moved(5 * MIB);
  device.uploads.last().breakOff();
  await settle();
  expect(device.stored().get(`record ${id}`)).toMatchObject({
    place: '/api/zip/uploads/abc',
    begun: true,
  });
  await device.clock.advance(1000);
  expect(device.resumed().place).toBe('/api/zip/uploads/abc');
});

test('without an offer a large file goes as the form of the specification', async () => {
  await device.keep(bigFile());
  expect(device.uploads.last().kind).toBe('form');
});

test('progress is told with its rate and what is left, and no more than four times a second', async () => {
  device.offer();
  await device.keep(bigFile());
  device.resumed().moved(0);
  for (let i = 1; i <= 30; i += 1) {
    await device.clock.advance(100);
    device.resumed().moved(i * 0.1 * MIB);
  }
  const [item] = device.outbox.items();
  expect(item?.state).toMatchObject({ state: 'sending' });
  if (item?.state.state !== 'sending') throw new Error('not sending');
  expect(item.state.bytesPerSec).toBeCloseTo(MIB, -3);
  expect(item.state.leftSec).toBeCloseTo((9 * MIB - item.state.sent) / MIB, 1);
});

test('the same file for the same targets is one upload, however often it is added', async () => {
  const id = await device.keep();
  expect(await device.keep()).toBe(id);
  device.uploads.last().answer(500);
  await settle();
  expect(await device.keep()).toBe(id);
  expect(device.states()).toEqual(['sending']);
  expect(await device.keep(fileOf('content', 'other.zip'))).not.toBe(id);
});

test('what is removed is gone from the device, and its sending ends', async () => {
  const id = await device.keep();
  device.outbox.discard(id);
  await settle();
  expect(device.uploads.last().order.signal.aborted).toBe(true);
  expect(device.outbox.items()).toEqual([]);
  expect(device.stored().size).toBe(0);
});

test('what is sent is the device’s own copy: the original may be gone by then', async () => {
  const original = fileOf('content');
  let read: Blob | undefined;
  device.uploads.hashWith(async (file) => {
    read = file;
    return 'hash';
  });
  await device.keep(original);
  expect(read).not.toBe(original);
  expect(await read?.text()).toBe('content');
});
