import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../server/store/open-database.ts';
import { ENGINE } from '../engine.ts';
import { configOf, hashesOf, newArchivePath, onSqlite } from './archive-rig.ts';
import { runScript } from './run-script.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = 192;
/** The program alone has about 130 MiB. */
const PEAK_MAX_BYTES = 280 * MIB;

/** A data directory with one bundle of this size. @returns the SHA-256 of its file by its id */
async function fill(dataDir: string, sizeMib: number): Promise<Record<string, string>> {
  const id = randomUUID();
  const hash = createHash('sha256');
  await mkdir(join(dataDir, 'bundles'), { recursive: true });
  const file = await open(join(dataDir, 'bundles', `${id}.zip`), 'w');
  for (let written = 0; written < sizeMib; written++) {
    const bytes = randomBytes(MIB);
    hash.update(bytes);
    await file.writeFile(bytes);
  }
  await file.close();
  const sha256 = hash.digest('hex');
  const db = await openDatabase({ dataDir, database: null });
  await db
    .insertInto('bundles')
    .values({
      ...{ id, sha256, size: sizeMib * MIB, name: 'a.zip', status: 'validated' },
      ...{ target_platforms_json: '[]', priority: 'standard', uploaded_by: 'Ada' },
      ...{ problems_json: '[]', files_json: '[]', file_count: 0, created_at: 1 },
    })
    .execute();
  await db.destroy();
  return { [id]: sha256 };
}

/** @returns the most memory that a backup and a restore had */
async function peaks(sizeMib: number): Promise<number[]> {
  const from = await onSqlite();
  const to = await onSqlite();
  const path = await newArchivePath();
  const digests = await fill(from.DATA_DIR ?? '', sizeMib);
  const backup = await runScript('backup', [path], from);
  const restore = await runScript('restore', [path], to);
  expect([backup.code, restore.code], backup.output + restore.output).toEqual([0, 0]);
  expect(await hashesOf(configOf(to), Object.keys(digests))).toEqual(digests);
  return [backup.peakBytes, restore.peakBytes];
}

test.runIf(ENGINE === 'sqlite')(
  'a large bundle passes through the memory in pieces',
  async () => {
    for (const bytes of await peaks(SIZE_MIB)) {
      expect(bytes).toBeGreaterThan(50 * MIB);
      expect(bytes).toBeLessThan(PEAK_MAX_BYTES);
    }
  },
  120_000,
);
