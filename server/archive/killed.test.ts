import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import {
  assertSameNode,
  backUpTo,
  configOf,
  type LivedIn,
  newArchivePath,
  onEngine,
  onSqlite,
  type Place,
  startLivedIn,
} from '../../tests/server/archive/archive-rig.ts';
import { runScript } from '../../tests/server/archive/run-script.ts';
import { ENGINE } from '../../tests/server/engine.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import type { Database } from '../database/database.ts';
import { startNode } from '../node.ts';

vi.setConfig({ testTimeout: 240_000 });

/** When it is killed: so long after it has said this. */
const MOMENTS: readonly (readonly [RegExp, number])[] = [
  [/\n/, 0],
  [/whole/, 0],
  [/restoring/, 0],
  [/restoring/, 150],
];
const ROWS = 20_000;

/** Enough for each part of the work to take a while. */
async function addRows(db: Database): Promise<void> {
  const row = (at: number) => ({
    platform: 'forge',
    at,
    status: 'connected',
    latency_ms: at / 7,
    failure: null,
  });
  for (let from = 0; from < ROWS; from += 1000)
    await db
      .insertInto('probes')
      .values(Array.from({ length: 1000 }, (_, i) => row(from + i)))
      .execute();
}

async function startFull(place: Place): Promise<LivedIn> {
  const node = await startLivedIn(place);
  await addRows(node.rig.server.node.db);
  return node;
}

/** Restores, killed at each of the moments, and then to its end. @returns how often it was killed */
async function restoreKilled(path: string, env: Record<string, string>): Promise<number> {
  let killed = 0;
  for (const [said, afterMs] of MOMENTS) {
    const { code, output } = await runScript(
      'restore',
      [path, '--keep-access'],
      env,
      (printed, child) => {
        if (said.test(printed)) setTimeout(() => child.kill('SIGKILL'), afterMs);
      },
    );
    if (code === 0) return killed;
    if (code !== null) throw new Error(output);
    killed += 1;
  }
  const { code, output } = await runScript('restore', [path, '--keep-access'], env);
  // The last kill may come when all is restored and only the process has not ended.
  if (code !== 0 && !/is not empty/.test(output)) throw new Error(output);
  return killed;
}

test('a backup that is killed leaves the one before as it was, and can be run again', async () => {
  const node = await startFull(onEngine);
  const path = await newArchivePath();
  await backUpTo(path, node.env);
  const before = await readFile(path);
  const { code } = await runScript('backup', [path], node.env, (output, child) => {
    if (/bundles follow/.test(output)) child.kill('SIGKILL');
  });
  expect(code).toBe(null);
  expect(existsSync(`${path}.part`)).toBe(true);
  expect((await readFile(path)).equals(before)).toBe(true);
  const again = await runScript('backup', [path], node.env);
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('read again and equal')]);
  expect(existsSync(`${path}.part`)).toBe(false);
});

test('a restore that is killed is no node, and is complete when it is run again', async () => {
  const node = await startFull(onEngine);
  const path = await newArchivePath();
  await backUpTo(path, node.env);
  await node.stop();
  const env = await onEngine();
  expect(await restoreKilled(path, env)).toBeGreaterThan(2);
  await assertSameNode(env, node);
});

test.runIf(ENGINE === 'sqlite')('no node starts where a restore was killed', async () => {
  const node = await startFull(onSqlite);
  const path = await newArchivePath();
  await backUpTo(path, node.env);
  await node.stop();
  const env = { DATA_DIR: await temporaryDir() };
  await runScript('restore', [path, '--keep-access'], env, (output, child) => {
    if (/restoring/.test(output)) child.kill('SIGKILL');
  });
  await expect(startNode(configOf(env))).rejects.toThrow('Run npm run restore again');
});
