import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createInspectionThreads } from '../../../server/bundles/thread.ts';
import { zipOf } from '../../doubles/zip-writer.ts';
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

const order = (name: string) => ({
  path: join(directory, name),
  limits: LIMITS,
  spoolDirectory: directory,
});

test('row 47: an inspection runs in a thread while this one goes on', async () => {
  const { done } = threads.start(order('good.zip'));
  const turns: string[] = [];
  void done.then(() => turns.push('inspected'));
  await new Promise(setImmediate);
  turns.push('free');
  expect((await done).fileCount).toBe(1);
  expect(turns).toEqual(['free', 'inspected']);
});

test('a thread that fails makes a finding in plain words and a line in the log', async () => {
  const { problems } = await threads.start(order('gone.zip')).done;
  const message = 'The inspection could not be finished: its bytes are gone.';
  expect(problems).toEqual([{ rule: 'inspection', entry: null, message }]);
  expect(log.error).toHaveBeenCalledOnce();
  expect((await threads.start(order('good.zip')).done).problems).toEqual([]);
});

test('a stopped one ends at once', async () => {
  // A short one may be done before anybody can stop it.
  const long = { 'long.bin': randomBytes(LONG_BYTES) };
  await writeFile(join(directory, 'long.zip'), zipOf(long));
  const inspection = threads.start(order('long.zip'));
  await inspection.stop();
  expect((await inspection.done).problems[0]?.message).toMatch(/it was stopped/);
});

test('several at once each get their own answer', async () => {
  await writeFile(join(directory, 'two.zip'), zipOf({ 'a.txt': '1', 'b.txt': '2' }));
  const running = ['good.zip', 'two.zip', 'good.zip'].map(
    (name) => threads.start(order(name)).done,
  );
  const counts = (await Promise.all(running)).map(({ fileCount }) => fileCount);
  expect(counts).toEqual([1, 2, 1]);
});
