import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Activity } from '../../contract/shapes/activity.ts';
import { openTestStore, placeOf } from '../../tests/server/engine.ts';
import { replay } from '../../tests/server/replay.ts';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';

const WRITER = join(import.meta.dirname, '../../tests/server/store/writer.ts');
const ROUNDS = 3;

/** @returns the numbers of the rows that were acknowledged before the process was killed */
async function writeUntilKilled(dataDir: string, rows: number): Promise<number[]> {
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
  return said.slice(0, said.lastIndexOf('\n')).split('\n').map(Number);
}

test('after kill -9 every acknowledged row is there, each with its message', async () => {
  const dataDir = await temporaryDir();
  const acknowledged: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    acknowledged.push(...(await writeUntilKilled(dataDir, 20 + Math.floor(Math.random() * 60))));
    const { db, journal, close } = await openTestStore(dataDir, [], Date.now);
    const rows = await db.selectFrom('activity').select('id').orderBy('id').execute();
    const ids = rows.map(({ id }) => id);
    expect(acknowledged.length).toBeGreaterThanOrEqual(20 * round);
    expect(ids).toEqual(expect.arrayContaining(acknowledged));
    // PostgreSQL does not give out a row's number again that a killed transaction had; the journal's have no holes.
    const { changes } = await replay(journal, 0);
    expect(changes.map(({ data }) => (data as Activity[])[0]?.id)).toEqual(ids);
    expect(changes.map(({ seq }) => seq)).toEqual(ids.map((_, i) => i + 1));
    await close();
  }
});
