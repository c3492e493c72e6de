import { existsSync } from 'node:fs';
import { readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { backUp } from '../../../server/archive/backup.ts';
import { openSource } from '../../../server/archive/open-source.ts';
import { readPassphrase } from '../../../server/archive/passphrase.ts';
import {
  BundleMissingError,
  type BundleStore,
} from '../../../server/bundles/store/bundle-store.ts';
import { ENGINE } from '../engine.ts';
import { temporaryDir } from '../temporary-dir.ts';
import {
  assertSameNode,
  backUpTo,
  configOf,
  hashesOf,
  newArchivePath,
  onEngine,
  onPostgres,
  onSqlite,
  restoreFrom,
  startLivedIn,
} from './archive-rig.ts';

vi.setConfig({ testTimeout: 90_000 });

const PASSPHRASE = { MERIDIAN_BACKUP_PASSPHRASE: 'correct horse battery' };

test('a running node is backed up, and restored as the same node', async () => {
  const node = await startLivedIn(onEngine);
  const path = await newArchivePath();
  const lines = await backUpTo(path, node.env);
  expect(lines.at(-2)).toMatch(
    /rows of \d+ tables, bundles: 2 \(\d+ bytes\), read again and equal/,
  );
  expect(lines.at(-1)).toMatch(/not encrypted/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(existsSync(`${path}.part`)).toBe(false);
  await node.stop();
  const env = await onEngine();
  expect((await restoreFrom(path, env)).at(-1)).toBe('The node can be started now.');
  await assertSameNode(env, node);
});

describe.runIf(ENGINE === 'postgres')('between engines', () => {
  test.each([
    ['SQLite', 'PostgreSQL', onSqlite, onPostgres],
    ['PostgreSQL', 'SQLite', onPostgres, onSqlite],
    ['PostgreSQL', 'PostgreSQL with another key', onPostgres, onPostgres],
  ])('a backup of %s is restored on %s', async (_from, _to, from, to) => {
    const node = await startLivedIn(from);
    const path = await newArchivePath();
    await backUpTo(path, node.env);
    await node.stop();
    const env = await to();
    await restoreFrom(path, env);
    await assertSameNode(env, node);
  });
});

test('with a passphrase nothing of it can be read without', async () => {
  const node = await startLivedIn(onEngine);
  const path = await newArchivePath();
  const lines = await backUpTo(path, node.env, PASSPHRASE);
  expect(lines.join()).not.toMatch(/not encrypted/);
  expect((await readFile(path, 'latin1')).startsWith('age-encryption.org/v1')).toBe(true);
  await node.stop();
  const env = await onEngine();
  await expect(restoreFrom(path, env)).rejects.toThrow('its passphrase is needed');
  const wrong = { MERIDIAN_BACKUP_PASSPHRASE: 'correct horse' };
  await expect(restoreFrom(path, env, wrong)).rejects.toThrow('The passphrase is not the one');
  await restoreFrom(path, env, PASSPHRASE);
  await assertSameNode(env, node);
});

test('an archive that was cut off, changed or is something else is refused, and nothing is restored', async () => {
  const node = await startLivedIn(onEngine);
  const path = await newArchivePath();
  await backUpTo(path, node.env);
  await node.stop();
  const env = await onEngine();
  const bytes = await readFile(path);
  const other = await newArchivePath();
  for (const at of [12, 1000, bytes.length >> 1, bytes.length - 5]) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 4;
    await writeFile(other, changed);
    await expect(restoreFrom(other, env)).rejects.toThrow(/damaged|cut off|no backup/);
  }
  for (const length of [1, 100, 3000, bytes.length - 1]) {
    await writeFile(other, bytes);
    await truncate(other, length);
    await expect(restoreFrom(other, env)).rejects.toThrow(/cut off|no backup/);
  }
  await writeFile(other, 'PK something else');
  await expect(restoreFrom(other, env)).rejects.toThrow('is no backup');
  await expect(restoreFrom(`${other}.none`, env)).rejects.toThrow('cannot be read (ENOENT)');
  expect(await readdir(configOf(env).dataDir)).toEqual([]);
  await restoreFrom(path, env);
  await assertSameNode(env, node);
});

test('a place that is not empty is refused and left as it is', async () => {
  const node = await startLivedIn(onEngine);
  const path = await newArchivePath();
  await backUpTo(path, node.env);
  await node.stop();
  await expect(restoreFrom(path, node.env)).rejects.toThrow(/is not empty .*nothing was changed/);
  await assertSameNode(node.env, node);
});

test('a bundle that is deleted while the backup runs is left out', async () => {
  const node = await startLivedIn(onEngine);
  const [deleted = ''] = Object.keys(node.bundles);
  const path = await newArchivePath();
  const lines = await backUpTo(path, node.env, {}, async (line) => {
    if (/bundles follow/.test(line))
      await node.operator.ok(`/api/zip/bundles/${deleted}`, undefined, 'DELETE');
  });
  expect(lines).toContain('Deleted meanwhile, and therefore not in it: 1 of the bundles.');
  await node.stop();
  const env = await onEngine();
  await restoreFrom(path, env);
  const { [deleted]: _, ...bundles } = node.bundles;
  await assertSameNode(env, { ...node, bundles });
});

test('a bundle that is deleted while it is copied is left out', async () => {
  const node = await startLivedIn(onEngine);
  const [deleted = ''] = Object.keys(node.bundles);
  const source = await openSource(configOf(node.env));
  const bundles: BundleStore = {
    ...source.bundles,
    // On S3 each read is a request, and the object may be gone.
    async open(id) {
      const reader = await source.bundles.open(id);
      const read = () => Promise.reject(new BundleMissingError(id));
      if (id !== deleted) return reader;
      await node.operator.ok(`/api/zip/bundles/${deleted}`, undefined, 'DELETE');
      return { ...reader, read };
    },
  };
  const path = await newArchivePath();
  const header = { product: 'test', node: 'node', createdAt: new Date().toISOString() };
  const options = { path, passphrase: null, header, report: () => undefined };
  const manifest = await backUp({ ...source, bundles }, options);
  await source.close();
  expect(manifest).toMatchObject({ deleted: [deleted], damaged: [] });
  await node.stop();
  const env = await onEngine();
  await restoreFrom(path, env);
  const { [deleted]: _, ...kept } = node.bundles;
  await assertSameNode(env, { ...node, bundles: kept });
  expect(await hashesOf(configOf(env), [deleted])).toEqual({ [deleted]: undefined });
});

test.runIf(ENGINE === 'sqlite')('secrets of another SECRET_KEY are reported', async () => {
  const node = await startLivedIn(async () => ({
    ...(await onSqlite()),
    SECRET_KEY: 'A'.repeat(43),
  }));
  const path = await newArchivePath();
  const isSealed = expect.stringContaining('SECRET_KEY the key that the node runs with');
  expect(await backUpTo(path, node.env)).not.toContainEqual(isSealed);
  expect(await backUpTo(path, { ...node.env, SECRET_KEY: '' })).toContainEqual(isSealed);
  expect(await restoreFrom(path, await onSqlite())).toContainEqual(isSealed);
});

test('a variable without a passphrase is none: the terminal is asked', async () => {
  const environment = { MERIDIAN_BACKUP_PASSPHRASE: '' };
  const sources = { passphraseFile: undefined, environment, repeat: true };
  const ask = async () => 'typed by hand';
  expect(await readPassphrase({ ...sources, ask })).toBe('typed by hand');
  expect(await readPassphrase({ ...sources, ask: null })).toBe(null);
});

test('a backup of a directory without a database says so', async () => {
  const DATA_DIR = await temporaryDir();
  const env = { DATA_DIR, DATABASE_URL: '' };
  await expect(backUpTo(join(DATA_DIR, 'x'), env)).rejects.toThrow('there is no database in');
});
