import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  configOf,
  hashesOf,
  newArchivePath,
  onSqlite,
} from '../../tests/server/archive/archive-rig.ts';
import { measureScript } from '../../tests/server/archive/run-script.ts';
import { ENGINE } from '../../tests/server/engine.ts';
import { openDatabase } from '../database/open-database.ts';

const MIB = 1024 * 1024;
const SIZE_MIB = 192;
/** The program alone uses less than 20 MiB, and half of the bundle would be too much. */
const LIVE_MAX_BYTES = 96 * MIB;
/** A bundle that is held as a whole is held for longer than between two of them. */
const MEASUREMENTS_MIN = 5;

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
      ...{ targetPlatformsJson: '[]', priority: 'standard', uploadedBy: 'Ada' },
      ...{ problemsJson: '[]', filesJson: '[]', fileCount: 0, createdAt: 1 },
    })
    .execute();
  await db.destroy();
  return { [id]: sha256 };
}

test.runIf(ENGINE === 'sqlite')(
  'a large bundle passes through the memory in pieces',
  async () => {
    const from = await onSqlite();
    const to = await onSqlite();
    const path = await newArchivePath();
    const digests = await fill(from.DATA_DIR ?? '', SIZE_MIB);
    for (const [name, env] of [
      ['backup', from],
      ['restore', to],
    ] as const) {
      const { code, output, liveBytes, measurements } = await measureScript(name, [path], env);
      expect(code, output).toBe(0);
      expect(measurements).toBeGreaterThan(MEASUREMENTS_MIN);
      expect(liveBytes).toBeLessThan(LIVE_MAX_BYTES);
    }
    expect(await hashesOf(configOf(to), Object.keys(digests))).toEqual(digests);
  },
  600_000,
);
