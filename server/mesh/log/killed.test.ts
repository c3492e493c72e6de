import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { expect, test } from 'vitest';
import { consistencySubtrees, isConsistent, leafHash, rootOf } from '../../../proofs/merkle.ts';
import { openTestStore, placeOf } from '../../../tests/server/engine.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { readUptimeLog } from './uptime-log.ts';

const WRITER = join(import.meta.dirname, '../../../tests/server/mesh/log-writer.ts');
const KILLS = 2;
/** More than one block. */
const COMMITS = 7;

/** @returns the heads that were committed before the process was killed, in the middle of its next round mostly */
async function writeUntilKilled(place: object) {
  const args = ['--import', 'tsx', WRITER, JSON.stringify(place)];
  const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  writer.stdout.on('data', (chunk) => {
    said += chunk;
    if (said.split('\n').length > COMMITS) setTimeout(() => writer.kill('SIGKILL'), 10);
  });
  await once(writer, 'close');
  const lines = said.slice(0, said.lastIndexOf('\n')).split('\n');
  return lines.map((line) => {
    const [size = '', root = ''] = line.split(' ');
    return { size: Number(size), root: hexToBytes(root) };
  });
}

test('after kill -9 of its writer the log has grown from every head that was committed', async () => {
  const dataDir = await temporaryDir();
  for (let kill = 0; kill < KILLS; kill++) {
    const heads = await writeUntilKilled(await placeOf(dataDir));
    const { db, close } = await openTestStore(dataDir, [], Date.now);
    const reader = await readUptimeLog(db);
    const { entries } = await reader.entriesIn(0, Number.MAX_SAFE_INTEGER);
    const present = { size: reader.size, root: await reader.hashOf([0, reader.size]) };
    for (const former of heads) {
      const proof = consistencySubtrees(former.size, present.size).map(reader.hashOf);
      expect(isConsistent({ former, present }, await Promise.all(proof))).toBe(true);
    }
    expect(bytesToHex(rootOf(entries.map(leafHash)))).toBe(bytesToHex(present.root));
    // No minute is missing, and none is there twice.
    const times = entries.map((entry): number => JSON.parse(entry).at);
    expect(times).toEqual(times.map((_, i) => (times[0] ?? 0) + i * 60_000));
    await close();
  }
});
