import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  assertSameNode,
  backUpTo,
  configOf,
  cookieOf,
  hashesOf,
  newArchivePath,
  onEngine,
  onPostgres,
  onSqlite,
  restoreFrom,
  startLivedIn,
} from '../../tests/server/archive/archive-rig.ts';
import { ENGINE } from '../../tests/server/engine.ts';
import { startServer } from '../../tests/server/start-server.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { BundleMissingError, type BundleStore } from '../bundles/store/bundle-store.ts';
import { backUpToFile } from './backup.ts';
import { openSource } from './open-source.ts';

vi.setConfig({ testTimeout: 90_000 });

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

test('a restore lets nobody in by what may have been ended since', async () => {
  const node = await startLivedIn(onEngine);
  await node.rig.server.node.journal.commit(async (tx) => {
    const { id: accountId } = await tx
      .selectFrom('accounts')
      .select('id')
      .executeTakeFirstOrThrow();
    const token = { id: 't', tokenHash: 't', accountId, name: 'CI', role: 'admin' };
    const times = { createdAt: 1, expiresAt: 9e12 };
    await tx
      .insertInto('apiTokens')
      .values({ ...token, ...times })
      .execute();
    const invitation = { role: 'admin', note: '', createdBy: 'ada', ...times };
    const used = { usedBy: 'bo', usedAt: 2 };
    await tx
      .insertInto('invitations')
      .values([
        { id: 'open', tokenHash: 'open', ...invitation, usedBy: null, usedAt: null },
        { id: 'used', tokenHash: 'used', ...invitation, ...used },
      ])
      .execute();
    const wall = { id: 'wall', name: 'Wall', tokenHash: 'wall', approvedBy: 'ada', createdAt: 1 };
    await tx.insertInto('displays').values(wall).execute();
  });
  const path = await newArchivePath();
  await backUpTo(path, node.env);
  await node.stop();
  const lines = new Map<string, string[]>();
  for (const choice of ['--end-access', '--keep-access']) {
    const env = await onEngine();
    lines.set(choice, await restoreFrom(path, env, choice));
    const server = await startServer({ alone: true, env, now: () => node.rig.now });
    const ask = () => server.call('/api/auth/session', { cookie: cookieOf(node.operator) });
    const { db } = server.node;
    const ids = (table: 'apiTokens' | 'invitations') => db.selectFrom(table).select('id').execute();
    const [wall] = await db.selectFrom('displays').select('tokenHash').execute();
    const isOpen = choice === '--keep-access';
    expect((await ask()).status).toBe(isOpen ? 200 : 401);
    expect(await ids('apiTokens')).toHaveLength(isOpen ? 1 : 0);
    expect(await ids('invitations')).toHaveLength(isOpen ? 2 : 1);
    expect(wall?.tokenHash).toBe(isOpen ? 'wall' : null);
    await server.close();
  }
  expect(lines.get('--end-access')?.at(-2)).toMatch(/were ended. Accounts, passwords and roles/);
  expect(lines.get('--keep-access')?.at(-2)).toMatch(/^WARNING: .* are open again/);
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
  await writeFile(other, 'age-encryption.org/v1');
  await expect(restoreFrom(other, env)).rejects.toThrow('has to be decrypted first');
  expect(await readdir(configOf(env).dataDir)).toEqual([]);
  expect(await restoreFrom(path, env, '--check')).toContainEqual(
    expect.stringMatching(/rows of \d+ tables, bundles: 2/),
  );
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
  const lines = await backUpTo(path, node.env, async (line) => {
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
      async function* stream(): AsyncGenerator<Buffer> {
        yield Buffer.alloc(0);
        throw new BundleMissingError(id);
      }
      if (id !== deleted) return reader;
      await node.operator.ok(`/api/zip/bundles/${deleted}`, undefined, 'DELETE');
      return { ...reader, stream };
    },
  };
  const path = await newArchivePath();
  const header = { product: 'test', node: 'node', createdAt: new Date().toISOString() };
  const options = { header, report: () => undefined };
  const manifest = await backUpToFile({ ...source, bundles }, path, options);
  await source.close();
  expect(manifest).toMatchObject({ deleted: [deleted], damaged: [] });
  await node.stop();
  const env = await onEngine();
  await restoreFrom(path, env);
  const { [deleted]: _, ...kept } = node.bundles;
  await assertSameNode(env, { ...node, bundles: kept });
  expect(await hashesOf(configOf(env), [deleted])).toEqual({ [deleted]: undefined });
});

test('a bundle whose file is missing is reported, and the rest is restored', async () => {
  const node = await startLivedIn(onEngine);
  const [missing = ''] = Object.keys(node.bundles);
  await rm(join(configOf(node.env).dataDir, 'bundles', `${missing}.zip`));
  const path = await newArchivePath();
  expect(await backUpTo(path, node.env)).toContain(
    `WARNING: the file of bundle ${missing} is missing. Its row alone is in the backup.`,
  );
  await node.stop();
  const env = await onEngine();
  expect(await restoreFrom(path, env)).toContain(
    'WARNING: damaged or missing already when the backup was made: 1 of the bundles.',
  );
  const { [missing]: _, ...bundles } = node.bundles;
  await assertSameNode(env, { ...node, bundles });
});

test('bundles of another database are not taken from it', async () => {
  const BUNDLE_STORE = `file:${await temporaryDir()}`;
  const [one, other] = [await startLivedIn(onEngine), await startLivedIn(onEngine)];
  const paths = [await newArchivePath(), await newArchivePath()] as const;
  await backUpTo(paths[0], one.env);
  await backUpTo(paths[1], other.env);
  await restoreFrom(paths[0], { ...(await onEngine()), BUNDLE_STORE });
  const env = { ...(await onEngine()), BUNDLE_STORE };
  await expect(restoreFrom(paths[1], env)).rejects.toThrow('holds those of another database');
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

test('a file in a directory that is missing, or none, is refused with a sentence', async () => {
  const node = await startLivedIn(onEngine);
  for (const [directory, code] of [
    [join(await temporaryDir(), 'gone'), 'ENOENT'],
    [import.meta.filename, 'ENOTDIR'],
  ] as const) {
    const path = join(directory, 'a.backup');
    await expect(backUpTo(path, node.env)).rejects.toThrow(
      `FILE: ${path} cannot be written (${code}). Name a file in a directory that this user may write to.`,
    );
  }
});

test('a backup of a directory without a database says so', async () => {
  const DATA_DIR = await temporaryDir();
  const env = { DATA_DIR, DATABASE_URL: '' };
  await expect(backUpTo(join(DATA_DIR, 'x'), env)).rejects.toThrow('there is no database in');
});
