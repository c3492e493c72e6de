import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import {
  assertSameNode,
  backUpTo,
  configOf,
  newArchivePath,
  onEngine,
  onPostgres,
  onSqlite,
  restoreThroughPipe,
  startLivedIn,
} from '../../tests/server/archive/archive-rig.ts';
import { runPipe, runScript } from '../../tests/server/archive/run-script.ts';
import { ENGINE } from '../../tests/server/engine.ts';

vi.setConfig({ testTimeout: 90_000 });

/**
 * @returns SHA-256 of every file below a directory, by path; without the index of the write-ahead log, which every reader has,
 * and without that log, which is empty as long as nobody has written
 */
async function contentOf(directory: string): Promise<Record<string, string>> {
  const files: [string, string][] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /-(?:shm|wal)$/.test(path)) continue;
    const content = await readFile(path);
    files.push([path, createHash('sha256').update(content).digest('hex')]);
  }
  return Object.fromEntries(files);
}

const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => null))?.size ?? 0;

test('a running node is backed up into a pipe, and restored from it', async () => {
  const node = await startLivedIn(onEngine);
  const env = await onEngine();
  const { codes, output } = await runPipe(node.env, env);
  expect([codes, output]).toEqual([[0, 0], expect.stringContaining('can be started now')]);
  await node.stop();
  await assertSameNode(env, node);
});

test.runIf(ENGINE === 'postgres')(
  'a stopped node is moved to PostgreSQL, and nothing changes where it was',
  async () => {
    const node = await startLivedIn(onSqlite);
    await node.stop();
    const { DATA_DIR = '' } = node.env;
    const before = await contentOf(DATA_DIR);
    // The files of its bundles stay in their place.
    const env = { ...(await onPostgres()), BUNDLE_STORE: `file:${join(DATA_DIR, 'bundles')}` };
    expect((await runPipe(node.env, env)).codes).toEqual([0, 0]);
    expect(await contentOf(DATA_DIR)).toMatchObject(before);
    expect(await sizeOf(join(DATA_DIR, 'meridian.db-wal'))).toBe(0);
    await assertSameNode(env, node);
  },
);

test('a pipe that ends too early restores nothing, and can be repeated', async () => {
  const node = await startLivedIn(onEngine);
  const path = await newArchivePath();
  await backUpTo(path, node.env);
  await node.stop();
  const env = await onEngine();
  const { size } = await stat(path);
  const other = await newArchivePath();
  const bytes = await readFile(path);
  for (const end of [100, size >> 1, size - 5]) {
    const cut = createReadStream(path, { end });
    await expect(restoreThroughPipe(cut, env)).rejects.toThrow('cut off');
    const changed = Buffer.from(bytes);
    // A whole byte: of a single bit nothing may depend, where deflate pads.
    changed[end] = (changed[end] ?? 0) ^ 255;
    await writeFile(other, changed);
    const damaged = restoreThroughPipe(createReadStream(other), env);
    await expect(damaged).rejects.toThrow(/damaged|cut off/);
  }
  const left = (await readdir(configOf(env).dataDir)).filter((name) => !/^lock\.db/.test(name));
  if (ENGINE === 'sqlite') expect(left).toEqual([]);
  await restoreThroughPipe(createReadStream(path), env);
  await assertSameNode(env, node);
});

test('npm is asked to write nothing of its own into the pipe', async () => {
  const env = { ...(await onEngine()), npm_lifecycle_event: 'backup', npm_config_loglevel: '' };
  const { code, output } = await runScript('backup', ['-'], env);
  expect([code, output]).toEqual([1, expect.stringContaining('npm run --silent')]);
});
