import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryDir } from '../../tests/server/temporary-dir.ts';
import { fileKeys } from '../secrets/key-store.ts';
import { openIdentity } from './keys/identity.ts';

const ROOT = resolve(import.meta.dirname, '../..');

function checkMesh(env: Record<string, string>) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['scripts/check-mesh.mjs'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

test('says that there is nothing to check when no platform has an address', async () => {
  const result = checkMesh({ DATA_DIR: await temporaryDir() });
  expect(result).toMatchObject({ status: 0, stdout: expect.stringContaining('mesh simulator') });
});

test('says what to change for a platform that does not answer, and exits with 1', async () => {
  const dataDir = await temporaryDir();
  const path = join(dataDir, 'mesh.json');
  const config = JSON.parse(readFileSync(join(ROOT, 'mesh.config.sample.json'), 'utf8'));
  const platforms = [{ ...config.platforms[1], address: 'http://127.0.0.1:9', dependsOn: [] }];
  writeFileSync(path, JSON.stringify({ ...config, platforms }));
  const env = { DATA_DIR: dataDir, MESH_CONFIG: path };
  expect(checkMesh(env)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Start the node once.'),
  });
  const identity = await openIdentity(fileKeys(dataDir), 'meridian', Date.now);
  const { status, stdout } = checkMesh(env);
  expect(status).toBe(1);
  expect(stdout).toContain(identity.jwks().keys[0]?.kid);
  expect(stdout).toContain('Harbor at http://127.0.0.1:9\n  answers    no: cannot be reached\n');
  expect(stdout).toContain('  change     Check the address, the port and the firewall');
  expect(stdout).toContain('1 of 1 platforms need a change.');
});
