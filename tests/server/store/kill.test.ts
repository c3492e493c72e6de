import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Activity } from '../../../contract/shapes/activity.ts';
import { openTestStore, placeOf } from '../engine.ts';
import { replay } from '../replay.ts';
import { temporaryDir } from '../temporary-dir.ts';

const WRITER = join(import.meta.dirname, 'writer.ts');
const ROUNDS = 3;

/** @returns the number of the last row that was acknowledged before the process was killed */
async function writeUntilKilled(dataDir: string, rows: number): Promise<number> {
  const writer = spawn(
    process.execPath,
    ['--import', 'tsx', WRITER, JSON.stringify(await placeOf(dataDir))],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  writer.stdout.on('data', (chunk) => {
    said += chunk;
    if (said.split('\n').length > rows) writer.kill('SIGKILL');
  });
  await once(writer, 'close');
  return Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
}

test('after kill -9 every acknowledged row is there, each with its message', async () => {
  const dataDir = await temporaryDir();
  for (let round = 0; round < ROUNDS; round++) {
    const acknowledged = await writeUntilKilled(dataDir, 20 + Math.floor(Math.random() * 60));
    const { db, journal, close } = await openTestStore(dataDir, [], Date.now);
    const rows = await db.selectFrom('activity').select('id').orderBy('id').execute();
    const ids = rows.map(({ id }) => id);
    expect(acknowledged).toBeGreaterThan(0);
    expect(ids.at(-1)).toBeGreaterThanOrEqual(acknowledged);
    expect(ids).toEqual(ids.map((_, i) => i + 1));
    const { changes } = await replay(journal, 0);
    expect(changes.map(({ data }) => (data as Activity[])[0]?.id)).toEqual(ids);
    await close();
  }
}, 120_000);
