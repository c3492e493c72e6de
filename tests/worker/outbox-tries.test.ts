import { beforeEach, describe, expect, it, test } from 'vitest';
import { flushPromises } from '../doubles/clock.ts';
import { meridianHeaders } from '../doubles/server.ts';
import { BUNDLE, bigFile, createOutboxDevice, type OutboxDevice } from './outbox-device.ts';

let device: OutboxDevice;

beforeEach(async () => {
  device = await createOutboxDevice();
});

test('a retry asks for a receipt first, and resumes where the server offers it', async () => {
  device.offer();
  const id = await device.enqueueUpload();
  device.uploads.last().breakOff();
  await flushPromises();
  expect(device.states()).toEqual(['waiting']);
  await device.clock.advance(1000);
  expect(device.server.count(`/api/zip/receipts/${id}`)).toBe(1);
  expect(device.uploads.last().kind).toBe('resumable');
  device.receipt(id, { body: { bundle: BUNDLE } });
  device.uploads.last().answer(204);
  await flushPromises();
  expect(device.outbox.items()[0]?.state).toEqual({ state: 'done', bundle: BUNDLE });
});

test('an upload whose answer was lost is not sent again', async () => {
  device.offer();
  const id = await device.enqueueUpload();
  device.receipt(id, { body: { bundle: BUNDLE } });
  device.uploads.last().breakOff();
  await device.clock.advance(1000);
  expect(device.uploads.tries).toHaveLength(1);
  expect(device.states()).toEqual(['done']);
});

test('a device that starts in 1970 and is set to today while it waits for the server still sends', async () => {
  const today = device.clock.now();
  device.clock.setNow(0);
  const id = await device.enqueueUpload();
  device.uploads.last().notReached();
  await flushPromises();
  device.clock.setNow(today);
  await device.clock.advance(1000);
  expect(device.states()).toEqual(['sending']);
  device.receipt(id, { status: 404, headers: meridianHeaders(today, 0) });
  device.offer();
  device.uploads.last().breakOff();
  await device.clock.advance(2000);
  expect(device.server.count(`/api/zip/receipts/${id}`)).toBe(1);
  expect(device.states()).toEqual(['sending']);
});

test('one that the role does not allow any more is kept with the reason, and can be removed', async () => {
  const message = 'This needs the role operator; yours is viewer.';
  const id = await device.enqueueUpload();
  device.receipt(id, { status: 403, body: { message } });
  device.uploads.last().breakOff();
  await device.clock.advance(10 * 60_000);
  expect(device.server.count(`/api/zip/receipts/${id}`)).toBe(1);
  expect(device.outbox.items()[0]?.state).toMatchObject({
    state: 'failed',
    failure: { status: 403, text: expect.stringContaining(message) },
  });
  device.outbox.discard(id);
  expect(device.outbox.items()).toEqual([]);
});

test('does not repeat a failed upload by itself at a server without receipts', async () => {
  const id = await device.enqueueUpload();
  device.uploads.last().breakOff();
  await device.clock.advance(1000);
  expect(device.uploads.tries).toHaveLength(1);
  expect(device.outbox.items()[0]?.state).toMatchObject({
    state: 'failed',
    failure: { text: expect.stringContaining('may have arrived') },
  });
  device.outbox.retry(id);
  await flushPromises();
  expect(device.uploads.last().kind).toBe('form');
  expect(device.states()).toEqual(['sending']);
});

test('without a network a file waits with growing delays, and is sent at once on reconnectNow', async () => {
  device.offer();
  device.server.network(false);
  const id = await device.enqueueUpload(bigFile());
  expect(device.states()).toEqual(['waiting']);
  await device.clock.advance(10 * 60_000);
  expect(device.uploads.tries).toHaveLength(0);
  expect(device.server.count('/api/zip/uploads')).toBeLessThan(20);
  device.server.network(true);
  device.outbox.reconnectNow();
  await flushPromises();
  expect(device.uploads.tries).toHaveLength(1);
  expect(device.outbox.items()[0]?.id).toBe(id);
});

test('gives up an upload that makes no progress for a minute and a half', async () => {
  device.offer();
  await device.enqueueUpload(bigFile());
  await device.clock.advance(80_000);
  device.resumed().onProgress(1);
  await device.clock.advance(80_000);
  expect(device.states()).toEqual(['sending']);
  await device.clock.advance(20_000);
  expect(device.uploads.tries[0]?.order.signal.aborted).toBe(true);
  expect(device.uploads.tries).toHaveLength(2);
});

test('an upload waits for the next sign-in after the session ended', async () => {
  device.offer();
  await device.enqueueUpload();
  device.uploads.last().answer(401, { message: 'Please sign in.' });
  await flushPromises();
  expect(device.states()).toEqual(['waiting']);
  expect(device.ends.at(-1)).toMatchObject({ end: 'broken', failure: { status: 401 } });
});

test('repeats a try of which no byte was sent, also at a server without receipts', async () => {
  await device.enqueueUpload();
  device.uploads.last().notReached();
  await flushPromises();
  expect(device.states()).toEqual(['waiting']);
  await device.clock.advance(1000);
  expect(device.uploads.tries).toHaveLength(2);
  expect(device.server.requests).toEqual([]);
});

test('code that fails to load does not count as an unreadable file', async () => {
  device.uploads.hashWith(() => Promise.reject(new TypeError('Failed to fetch the module')));
  await device.enqueueUpload();
  expect(device.states()).toEqual(['waiting']);
  device.uploads.hashWith(() => Promise.reject(new DOMException('gone', 'NotReadableError')));
  await device.clock.advance(1000);
  expect(device.outbox.items()[0]?.state).toMatchObject({
    state: 'failed',
    failure: { text: expect.stringContaining('no longer be read') },
  });
});

describe('what a proxy in front answers', () => {
  const PAGE = '<html><h1>nginx</h1></html>';
  const waiting = (status: number) => ({
    state: 'waiting',
    failure: { status, text: `The proxy in front answered ${status}` },
  });

  /** The server has said who it is, as to every console that is open. */
  async function meet(): Promise<void> {
    device.server.route('GET', '/api/zip/receipts/none', () => ({
      status: 404,
      headers: meridianHeaders(device.clock.now(), 0),
    }));
    await device.http.request('receipt', { params: { id: 'none' } }, new AbortController().signal);
  }

  it.each([403, 404, 413, 500])('ends no upload as a page with %d', async (status) => {
    await meet();
    await device.enqueueUpload();
    device.uploads.last().answer(status, PAGE);
    await flushPromises();
    expect(device.outbox.items()[0]?.state).toMatchObject(waiting(status));
  });

  it('ends none as it answers for receipts and for what can be resumed, nor after a restart', async () => {
    await meet();
    const id = await device.enqueueUpload();
    device.uploads.last().breakOff();
    device.receipt(id, { status: 404, body: PAGE });
    device.server.route('OPTIONS', '/api/zip/uploads', () => ({ body: PAGE }));
    await device.clock.advance(5000);
    expect(device.outbox.items()[0]?.state).toMatchObject(waiting(404));
    await device.close(false);
    device.outbox = await device.open();
    await device.clock.advance(60_000);
    expect(device.outbox.items()[0]?.state).toMatchObject(waiting(404));
    device.receipt(id, { status: 404, headers: meridianHeaders(device.clock.now(), 0) });
    await device.clock.advance(60_000);
    expect(device.outbox.items()[0]?.state.state).toBe('waiting');
    device.offer();
    await device.clock.advance(60_000);
    expect(device.states()).toEqual(['sending']);
  });

  it('is told from what the server says itself, by its header or a message', async () => {
    await meet();
    await device.enqueueUpload();
    device.uploads.last().answer(413, { message: 'Too large.' });
    await flushPromises();
    expect(device.states()).toEqual(['failed']);
  });
});
