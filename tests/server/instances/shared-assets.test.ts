import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS } from '../../../contract/limits.ts';
import { createLoops } from '../../../server/base/loop.ts';
import { findConsoleFile } from '../../../server/http/rows/console-files.ts';
import { createSharedAssets } from '../../../server/http/shared-assets.ts';
import { createManualClock } from '../manual-clock.ts';
import { openInstance, testDatabase } from '../store/postgres/instances.ts';
import { temporaryDir } from '../temporary-dir.ts';

/** @returns a directory with the console of a build that has one script */
async function buildWith(script: string): Promise<string> {
  const consoleDir = await temporaryDir();
  await mkdir(join(consoleDir, 'assets'));
  await writeFile(join(consoleDir, 'assets', script), 'export {};');
  return consoleDir;
}

test('files of a build are kept for as long as an instance has it, however long ago it started', async () => {
  const { db, journal } = await openInstance(await testDatabase());
  const clock = createManualClock();
  const loops = createLoops(clock);
  let at = Date.now();
  const start = async (script: string) => {
    const consoleDir = await buildWith(script);
    const assets = createSharedAssets({ db, journal, loops, now: () => at, consoleDir });
    onTestFinished(assets.close);
    await assets.publish();
  };
  await start('old-1.js');
  at += 200 * DAY_MS;
  clock.advance(DAY_MS);
  await vi.waitFor(async () => {
    const { seenAt } = await db
      .selectFrom('consoleFiles')
      .select('seenAt')
      .executeTakeFirstOrThrow();
    expect(Number(seenAt)).toBe(at);
  });
  await start('new-1.js');
  expect(await findConsoleFile(db, 'assets/old-1.js')).toBeDefined();
  at += 200 * DAY_MS;
  await start('newer-1.js');
  expect(await findConsoleFile(db, 'assets/old-1.js')).toBeUndefined();
});
