import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createInspectionThreads } from '../../../../server/bundles/inspection/inspection-threads.ts';
import { zipOf } from '../../../doubles/zip-writer.ts';
import { LIMITS } from './zip/inspecting.ts';

vi.setConfig({ testTimeout: 60_000 });

const LONG_BYTES = 32 * 1024 ** 2;
const log = { error: vi.fn() };
const threads = createInspectionThreads(log);
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'meridian-thread-'));
  await writeFile(join(directory, 'good.zip'), zipOf({ 'a.txt': 'hello' }));
});
afterEach(() => log.error.mockClear());
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
  const { problems } = await threads.start(request('gone.zip')).done;
  const message = 'The inspection could not be finished: its file is missing.';
  expect(problems).toEqual([{ rule: 'inspection', entry: null, message }]);
  expect(log.error).toHaveBeenCalledOnce();
  expect((await threads.start(request('good.zip')).done).problems).toEqual([]);
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
