import { access, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { GOOD_ZIP } from '../bundles/uploads/upload-client.ts';
import { startServer } from '../start-server.ts';
import { temporaryDir } from '../temporary-dir.ts';

test('a new database has the directory of a lost one once its bundles are moved', async () => {
  const directory = join(await temporaryDir(), 'bundles');
  await mkdir(directory);
  await writeFile(join(directory, 'database-id'), 'the lost one\n');
  await writeFile(join(directory, 'old.zip'), GOOD_ZIP);
  const env = { BUNDLE_STORE: `file:${directory}`, DATA_DIR: await temporaryDir() };
  const start = (moveOrphans: '0' | '1') =>
    startServer({ alone: true, env: { ...env, MOVE_ORPHANS: moveOrphans } });
  await expect(start('0')).rejects.toThrow(/holds 1 bundles .* start once with MOVE_ORPHANS=1/);
  await (await start('1')).close();
  await access(join(directory, 'orphaned/old.zip'));
  // Whose the directory is was stored with the database.
  await (await start('0')).close();
});
