import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { endProducts, newDataDir, startProduct } from './product.ts';

/** Two nodes of one checkout share its build; their names come from their configurations. */

const ROOT = resolve(import.meta.dirname, '../..');
const folder = newDataDir();
afterAll(async () => {
  await endProducts();
  rmSync(folder, { recursive: true, force: true });
});

function configFile(name: string, change: object): string {
  const mesh = JSON.parse(readFileSync(join(ROOT, 'mesh.config.json'), 'utf8'));
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ ...mesh, ...change }));
  return path;
}

const titleOf = async (url: string) =>
  /<title>([^<]*)/.exec(await (await fetch(`${url}/login`)).text())?.[1];

test('two nodes with different names run side by side, and neither builds anew', async () => {
  const built = readFileSync(join(ROOT, 'dist/build.json'), 'utf8');
  const first = await startProduct();
  const own = await titleOf(first.url);
  const MESH_CONFIG = configFile('north.json', { product: 'North & Co' });
  const second = await startProduct({ MESH_CONFIG });
  expect(await titleOf(second.url)).toBe(own?.replace(/[^·]*$/, ' North &#38; Co'));
  expect(await titleOf(first.url)).toBe(own);
  expect(readFileSync(join(ROOT, 'dist/build.json'), 'utf8')).toBe(built);
  expect(`${first.printed()}${second.printed()}`).not.toContain('Building');
  expect(second.printed()).toContain('North & Co is up at');
});

test('a wrong configuration is refused before a build replaces anything', () => {
  const built = readFileSync(join(ROOT, 'dist/build.json'), 'utf8');
  const MESH_CONFIG = configFile('wrong.json', { platforms: 'six' });
  // What a start runs when the sources are newer than the build.
  const args = ['scripts/build.mjs', '--quiet', '--check-config'];
  const env = { ...process.env, MESH_CONFIG };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: ROOT, env });
  expect(String(stderr)).toMatch(/^[^\n]*platforms[^\n]*\n$/);
  expect(status).toBe(78);
  expect(readFileSync(join(ROOT, 'dist/build.json'), 'utf8')).toBe(built);
});
