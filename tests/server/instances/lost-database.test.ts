import { access, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { IDEMPOTENCY_KEY_HEADER } from '../../../contract/paths.ts';
import { takeUploadLock } from '../../../server/bundles/rows/upload-locks.ts';
import { begun, newKey, receiptOf, sendOn } from '../bundles/uploads/tus-client.ts';
import { formOf, GOOD_ZIP, listedIds } from '../bundles/uploads/upload-client.ts';
import { startDatabaseNetwork } from '../database-network.ts';
import { environmentOf, openTestStore } from '../engine.ts';
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

test('the upload of an instance that died is taken over, though the clock was set back since', async () => {
  const dataDir = await temporaryDir();
  const store = await openTestStore(dataDir, [], Date.now);
  onTestFinished(store.close);
  const expiresAt = Date.now() + 3 * 60 * 60_000;
  const died = { name: 'upload one', holder: 'died', token: 0, expiresAt };
  await store.db.insertInto('leases').values(died).execute();
  expect(await takeUploadLock(store.db, { id: 'one', holder: 'here', leaseMs: 20_000 })).toBe(true);
  const other = { id: 'one', holder: 'there', leaseMs: 20_000 };
  expect(await takeUploadLock(store.db, other)).toBe(false);
});

test('a bundle whose commit is stored and not answered keeps its file', async () => {
  const dataDir = await temporaryDir();
  const { DATABASE_URL = '', ...others } = await environmentOf(dataDir);
  const network = await startDatabaseNetwork(DATABASE_URL);
  onTestFinished(network.close);
  const env = { ...others, DATABASE_URL: network.url, DATA_DIR: dataDir };
  const server = await startServer({ alone: true, env });
  onTestFinished(server.close);
  const { cookie } = await server.signUp();
  const fields = { targetPlatforms: '[]' };

  network.loseCommitOf('insert into "bundles"');
  const send = (headers: Record<string, string>) =>
    server.call('/api/zip/upload', { cookie, headers, body: formOf(fields) });
  const headers = { [IDEMPOTENCY_KEY_HEADER]: newKey() };
  expect((await send(headers)).status).toBe(200);
  expect((await send(headers)).status).toBe(200);

  const key = newKey();
  const path = await begun(server, cookie, { file: GOOD_ZIP, fields: { ...fields, key } });
  network.loseCommitOf('insert into "bundles"');
  await sendOn(server, cookie, path, 0, new Uint8Array(GOOD_ZIP));
  expect((await receiptOf(server, cookie, key)).status).toBe(200);

  const ids = await listedIds(server, cookie);
  expect(ids).toHaveLength(2);
  const files = await readdir(join(dataDir, 'bundles'));
  expect(files).toEqual(expect.arrayContaining(ids.map((id) => `${id}.zip`)));
});
