import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRestoreDirectory } from '../../../server/archive/restore-directory.ts';

const FILES = 500;

test('files beside the database that SQLite removes while all is moved are not missed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'meridian-restore-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const directory = await openRestoreDirectory(dataDir);
  if (directory === undefined) throw new Error('An empty directory has nothing to be ended.');
  // They are moved in the order of their names.
  const before = Array.from({ length: FILES }, (_, i) => `a-${String(i).padStart(3, '0')}`);
  const beside = ['meridian.db-shm', 'meridian.db-wal'];
  for (const name of [...before, 'meridian.db', ...beside])
    await writeFile(join(directory.path, name), '');
  const published = directory.publish();
  while (!existsSync(join(dataDir, 'a-000'))) await new Promise(setImmediate);
  for (const name of beside) await rm(join(directory.path, name), { force: true });
  await published;
  await directory.close();
  const moved = (await readdir(dataDir)).filter((name) => !name.startsWith('lock.db'));
  expect(moved.sort()).toEqual([...before, 'meridian.db']);
});
