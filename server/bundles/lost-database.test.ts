import { execFile } from 'node:child_process';
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GOOD_ZIP, uploaded } from '../../tests/server/bundles/uploads/upload-client.ts';
import { builtServer } from '../../tests/server/start-process.ts';
import { startServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

vi.setConfig({ testTimeout: 60_000 });

const ROOT = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

describe('a start beside bundles of a lost database', () => {
  let dataDir: string;
  let names: string[];

  beforeEach(async () => {
    dataDir = await temporaryDir();
    const server = await startServer({ env: { DATA_DIR: dataDir }, alone: true });
    const { cookie } = await server.signUp();
    const targetPlatforms = '[]';
    const bundles = [
      await uploaded(server, cookie, { targetPlatforms }),
      await uploaded(server, cookie, { targetPlatforms }),
    ];
    names = bundles.map(({ id }) => `${id}.zip`).sort();
    await server.close();
  });

  const bundleFiles = async () =>
    (await readdir(join(dataDir, 'bundles'))).filter((name) => name.endsWith('.zip')).sort();
  /** Names, sizes and times. */
  const filesIn = async (directory: string) => {
    const names = (await readdir(directory, { recursive: true })).sort();
    const files = await Promise.all(
      names.map(async (name) => ({ name, stats: await stat(join(directory, name)) })),
    );
    return files
      .filter(({ stats }) => stats.isFile())
      .map(({ name, stats: { size, mtimeMs } }) => [name, size, mtimeMs]);
  };
  const loseDatabase = async () => {
    for (const ending of ['', '-wal', '-shm'])
      await rm(join(dataDir, `meridian.db${ending}`), { force: true });
  };

  const runNode = (args: string[]) =>
    run(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    });

  test.each([
    ['that is gone', () => loseDatabase()],
    ['that is empty', () => loseDatabase().then(() => writeFile(join(dataDir, 'meridian.db'), ''))],
  ])('%s is refused in one sentence, again and again, and no file is touched', async (_, lose) => {
    await lose();
    const before = await filesIn(dataDir);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const failed: { code: number; stderr: string } = await runNode([await builtServer()]).then(
        () => expect.unreachable('the server started'),
        (error) => error,
      );
      expect(failed.code).toBe(1);
      expect(failed.stderr.trim()).toBe(
        `DATA_DIR holds 2 bundle files (${2 * GOOD_ZIP.length} bytes), but its database is new. ` +
          'Put the old meridian.db back, or start once with MOVE_ORPHANS=1 to move the files to bundles/orphaned.',
      );
      expect(await filesIn(dataDir)).toEqual(before);
    }
  });

  test('is possible with MOVE_ORPHANS=1, which sets the files aside, and they can be listed', async () => {
    await loseDatabase();
    const env = { DATA_DIR: dataDir, MOVE_ORPHANS: '1' };
    const server = await startServer({ env, alone: true });
    expect(await bundleFiles()).toEqual([]);
    expect((await readdir(join(dataDir, 'bundles/orphaned'))).sort()).toEqual(names);
    expect(server.logged.find(({ level }) => level === 'warn')).toMatchObject({
      files: 2,
      bytes: 2 * GOOD_ZIP.length,
    });
    await server.close();

    const { stdout } = await runNode(['scripts/orphans.mjs']);
    for (const name of names) expect(stdout).toContain(name);
    expect(stdout).toContain(`2 files, ${2 * GOOD_ZIP.length} bytes`);
  });
});
