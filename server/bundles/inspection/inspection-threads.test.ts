import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { zipOf } from '../../../tests/doubles/zip-writer.ts';
import { LIMITS } from '../../../tests/server/bundles/inspection/zip/inspecting.ts';
import { createInspectionThreads } from './inspection-threads.ts';

vi.setConfig({ testTimeout: 60_000 });

const LONG_BYTES = 32 * 1024 ** 2;
/** An archive inside another, large enough for a look at the disk while it is unpacked. */
const NESTED = zipOf({ 'inner.zip': zipOf({ 'a.bin': randomBytes(5 * 1024 ** 2) }) });
const log = { error: vi.fn() };
const observe = vi.fn();
const threads = createInspectionThreads(log, observe);
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'meridian-thread-'));
  await writeFile(join(directory, 'good.zip'), zipOf({ 'a.txt': 'hello' }));
});
afterEach(() => void vi.clearAllMocks());
afterAll(async () => {
  await threads.close();
  await rm(directory, { recursive: true });
});

const request = (name: string) => ({
  location: { kind: 'file', paths: [join(directory, name)] } as const,
  limits: LIMITS,
  spoolDirectory: directory,
});

test('an inspection does not block the event loop', async () => {
  const { done } = threads.start(request('good.zip'));
  const order: string[] = [];
  void done.then(() => order.push('inspected'));
  await new Promise(setImmediate);
  order.push('free');
  expect((await done).fileCount).toBe(1);
  expect(order).toEqual(['free', 'inspected']);
});

test('a failed thread gives a problem and a log line', async () => {
  const { problems, fault } = await threads.start(request('gone.zip')).done;
  const message = 'The inspection could not be finished: its file is missing.';
  expect(problems).toEqual([{ rule: 'inspection', entry: null, message }]);
  expect(fault).toBeUndefined();
  expect(log.error).toHaveBeenCalledOnce();
  expect((await threads.start(request('good.zip')).done).problems).toEqual([]);
});

test('a mount that is away is no fault of the bundle', async () => {
  const { fault } = await threads.start(request('away/good.zip')).done;
  expect(fault).toBe('passing');
});

test('a disk without room is no fault of the bundle', async () => {
  await writeFile(join(directory, 'nested.zip'), NESTED);
  const full = { ...request('nested.zip'), reserveBytes: Number.MAX_SAFE_INTEGER };
  const { problems, fault } = await threads.start(full).done;
  expect(problems[0]?.message).toMatch(/the disk is almost full/);
  expect(fault).toBe('passing');
  expect((await threads.start(request('nested.zip')).done).problems).toEqual([]);
});

test('a stopped inspection ends at once', async () => {
  // A short one may be done before anybody can stop it.
  const long = { 'long.bin': randomBytes(LONG_BYTES) };
  await writeFile(join(directory, 'long.zip'), zipOf(long));
  const inspection = threads.start(request('long.zip'));
  await inspection.stop();
  expect((await inspection.done).problems[0]?.message).toMatch(/it was stopped/);
});

test('several inspections at once each get their own result', async () => {
  await writeFile(join(directory, 'two.zip'), zipOf({ 'a.txt': '1', 'b.txt': '2' }));
  const running = ['good.zip', 'two.zip', 'good.zip'].map(
    (name) => threads.start(request(name)).done,
  );
  const counts = (await Promise.all(running)).map(({ fileCount }) => fileCount);
  expect(counts).toEqual([1, 2, 1]);
});

describe('requests to S3', () => {
  /** An object storage with one object, on a free port. @returns its address */
  async function startStorage(object: Buffer): Promise<string> {
    const server = createServer(({ headers }, response) => {
      const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
      const bytes = first ? object.subarray(Number(first), Number(last) + 1) : object;
      response.writeHead(first ? 206 : 200, { 'content-length': bytes.length }).end(bytes);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const requestAt = (endpoint: string) => {
    const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' };
    const place = { bucket: 'bucket', prefix: '', region: 'us-east-1', endpoint, credentials };
    const location = { kind: 's3', config: { kind: 's3', ...place }, key: 'good.zip' } as const;
    return { ...request('good.zip'), location };
  };
  const OK = [expect.any(Number), true];

  test('are observed, one by one', async () => {
    const endpoint = await startStorage(zipOf({ 'a.bin': randomBytes(1_500_000) }));
    expect((await threads.start(requestAt(endpoint)).done).problems).toEqual([]);
    // A block that was fetched ahead may arrive after the verdict.
    await vi.waitFor(() => expect(observe).toHaveBeenCalledTimes(3));
    const [head, ...gets] = observe.mock.calls;
    expect(head).toEqual(['head', ...OK]);
    expect(gets).toEqual([
      ['get', ...OK],
      ['get', ...OK],
    ]);
  });

  test('are observed when they fail, which ends the thread', async () => {
    const { fault } = await threads.start(requestAt('http://127.0.0.1:1')).done;
    expect(fault).toBe('passing');
    await vi.waitFor(() =>
      expect(observe.mock.calls).toEqual([['head', expect.any(Number), false]]),
    );
  });
});
