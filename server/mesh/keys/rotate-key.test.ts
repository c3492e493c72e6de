import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { environmentOf } from '../../../tests/server/engine.ts';
import { startServer, type TestServer } from '../../../tests/server/start-server.ts';
import { temporaryDir } from '../../../tests/server/temporary-dir.ts';
import { withNodeKeys } from '../../commands/command-keys.ts';
import { rotateIdentity } from './identity.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** `npm run rotate-key`, as the operator runs it beside a running server. */
async function rotateKey(dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, ...(await environmentOf(dataDir)), DATA_DIR: dataDir };
  const run = promisify(execFile)(process.execPath, ['scripts/rotate-key.mjs', ...args], {
    cwd: ROOT,
    env,
  });
  return (await run).stdout;
}

async function kidsOf(server: TestServer): Promise<string[]> {
  const { keys } = await (await server.call('/.well-known/jwks.json')).json();
  return keys.map(({ kid }: { kid: string }) => kid);
}

test('in a directory without a node no key is made', async () => {
  const dataDir = await temporaryDir();
  const config = { dataDir, database: null, secretKey: null };
  await expect(withNodeKeys(config, (keys) => rotateIdentity(keys, Date.now))).rejects.toThrow(
    `DATA_DIR: ${dataDir} has no key of this node yet. Start the node once.`,
  );
  expect(await readdir(dataDir)).toEqual([]);
});

test('a rotated key is used from the next start on, and the old one stays published', async () => {
  const dataDir = await temporaryDir();
  const start = () => startServer({ alone: true, env: { DATA_DIR: dataDir } });
  const running = await start();
  const [old] = await kidsOf(running);
  await expect(rotateKey(dataDir, '--help')).rejects.toThrow('Usage: npm run rotate-key');
  const printed = await rotateKey(dataDir);
  expect(await kidsOf(running)).toEqual([old]);
  await running.close();
  const again = await start();
  const [fresh, ...older] = await kidsOf(again);
  await again.close();
  expect(printed).toContain(`New key: ${fresh}`);
  expect(older).toEqual([old]);
});
