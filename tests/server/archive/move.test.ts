import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { runMoveCommand } from '../../../server/archive/move-command.ts';
import { openDatabase } from '../../../server/store/open-database.ts';
import { ENGINE } from '../engine.ts';
import { temporaryDir } from '../temporary-dir.ts';
import {
  assertSameNode,
  configOf,
  hashesOf,
  type LivedIn,
  onPostgres,
  onSqlite,
  startLivedIn,
} from './archive-rig.ts';

vi.setConfig({ testTimeout: 90_000 });

type Environment = Record<string, string>;

interface MoveResult {
  readonly whole: boolean;
  readonly lines: string[];
}

/** Moves the node of `from` to the database of `to`. */
async function move(from: Environment, to: Environment, bundles?: string): Promise<MoveResult> {
  const lines: string[] = [];
  const args = ['--to', to.DATABASE_URL ?? '', ...(bundles ? ['--bundles', bundles] : [])];
  const whole = await runMoveCommand(args, {
    configOf: (environment) => configOf(environment),
    environment: { ...from, SECRET_KEY: to.SECRET_KEY ?? '' },
    now: Date.now,
    report: (line) => void lines.push(line),
  });
  return { whole, lines };
}

async function stopped(): Promise<LivedIn> {
  const node = await startLivedIn(onSqlite);
  await node.stop();
  return node;
}

/**
 * @returns SHA-256 of every file below a directory, by path; without the index of the write-ahead log, which every reader has,
 * and without that log, which is empty as long as nobody has written
 */
async function contentOf(directory: string): Promise<Record<string, string>> {
  const files: [string, string][] = [];
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || /-(?:shm|wal)$/.test(path)) continue;
    files.push([
      path,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ]);
  }
  return Object.fromEntries(files);
}

const sizeOf = async (path: string): Promise<number> =>
  (await stat(path).catch(() => null))?.size ?? 0;

/** A running instance marks that it was there. */
async function change({ DATA_DIR = '', DATABASE_URL: url = '' }: Environment): Promise<void> {
  const db = await openDatabase({ dataDir: DATA_DIR, database: { url, connectionsMax: 1 } });
  await db.updateTable('bundles').set({ name: 'renamed.zip' }).execute();
  await db.destroy();
}

describe.runIf(ENGINE === 'postgres')('a move to PostgreSQL', () => {
  test('copies rows, keys and bundles, and changes nothing at the source', async () => {
    const node = await stopped();
    const dataDir = node.env.DATA_DIR ?? '';
    const before = await contentOf(dataDir);
    const to = await onPostgres();
    const directory = await temporaryDir();
    const { whole, lines } = await move(node.env, to, `file:${directory}`);
    expect(whole).toBe(true);
    expect(lines.join('\n')).toMatch(/^bundles +2 rows {2}[0-9a-f]{16} {2}equal$/m);
    expect(lines.at(-1)).toMatch(/^Moved to 127\.0\.0\.1:\d+\/\w+\. Nothing was changed/);
    expect(lines.join('\n')).not.toContain('postgres@');
    expect(await contentOf(dataDir)).toEqual(before);
    expect(await sizeOf(join(dataDir, 'meridian.db-wal'))).toBe(0);
    await assertSameNode({ ...to, BUNDLE_STORE: `file:${directory}` }, node);
  });

  test('without a new place for bundles leaves them where they are', async () => {
    const node = await stopped();
    const to = await onPostgres();
    await move(node.env, to);
    const directory = join(node.env.DATA_DIR ?? '', 'bundles');
    await assertSameNode({ ...to, BUNDLE_STORE: `file:${directory}` }, node);
  });

  test('can be run again as long as nobody has worked there', async () => {
    const node = await stopped();
    const to = await onPostgres();
    const directory = `file:${await temporaryDir()}`;
    await move(node.env, to, directory);
    expect((await move(node.env, to, directory)).whole).toBe(true);
    await change(to);
    await expect(move(node.env, to, directory)).rejects.toThrow(
      'a node has worked with what an earlier move left there',
    );
  });

  test('is refused where another node is', async () => {
    const to = await onPostgres();
    const [one, other] = [await stopped(), await stopped()];
    await move(one.env, to);
    await expect(move(other.env, to)).rejects.toThrow('the database holds another node');
    const used = await startLivedIn(onPostgres);
    await used.stop();
    await expect(move(other.env, used.env)).rejects.toThrow(/the database is not empty/);
    await assertSameNode(used.env, used);
  });

  test('is refused while the node runs', async () => {
    const node = await startLivedIn(onSqlite);
    const to = await onPostgres();
    await expect(move(node.env, to)).rejects.toThrow('Stop it first');
  });

  test('is refused into a store that has the bundles of another database', async () => {
    const directory = `file:${await temporaryDir()}`;
    const [one, other] = [await stopped(), await stopped()];
    await move(one.env, await onPostgres(), directory);
    await expect(move(other.env, await onPostgres(), directory)).rejects.toThrow(
      'holds those of another database',
    );
  });

  test('tells of a bundle whose file is missing, and moves the rest', async () => {
    const node = await stopped();
    const [missing = '', kept = ''] = Object.keys(node.bundles);
    await rm(join(node.env.DATA_DIR ?? '', 'bundles', `${missing}.zip`));
    const to = await onPostgres();
    const directory = `file:${await temporaryDir()}`;
    const { whole, lines } = await move(node.env, to, directory);
    expect(whole).toBe(false);
    expect(lines).toContain(
      `WARNING: the file of bundle ${missing} is missing or damaged in DATA_DIR.`,
    );
    const config = configOf({ ...to, BUNDLE_STORE: directory });
    expect(await hashesOf(config, [kept])).toEqual({ [kept]: node.bundles[kept] });
  });
});

test('without SECRET_KEY or an address it says what is needed', async () => {
  const env = await onSqlite();
  const DATABASE_URL = 'postgres://localhost/none';
  const SECRET_KEY = 'A'.repeat(43);
  await expect(move(env, { DATABASE_URL })).rejects.toThrow('SECRET_KEY: is needed');
  await expect(move(env, { SECRET_KEY })).rejects.toThrow('Usage: npm run move');
  await expect(move(env, { SECRET_KEY, DATABASE_URL: 'mysql://x/y' })).rejects.toThrow(
    'DATABASE_URL must be a postgres: address',
  );
  const wrong = { ...env, DATA_DIR: join(env.DATA_DIR ?? '', 'wrong') };
  for (const from of [env, wrong])
    await expect(move(from, { SECRET_KEY, DATABASE_URL })).rejects.toThrow('there is no database');
  expect(await readdir(env.DATA_DIR ?? '')).toEqual([]);
});
