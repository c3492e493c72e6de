import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { compressFolder } from '../../scripts/compress.mjs';
import { folderWith } from './folder.ts';

test('what is worth it gets a .br and a .gz that hold the same, smaller', async () => {
  const text = 'const answer = 42;\n'.repeat(500);
  const folder = folderWith({ 'assets/main.js': text });
  await compressFolder(folder);
  const path = join(folder, 'assets/main.js');
  const br = readFileSync(`${path}.br`);
  const gz = readFileSync(`${path}.gz`);
  expect(brotliDecompressSync(br).toString()).toBe(text);
  expect(gunzipSync(gz).toString()).toBe(text);
  expect(Math.max(br.length, gz.length)).toBeLessThan(text.length);
});

test('pictures and crumbs are left alone', async () => {
  const folder = folderWith({ 'icon.png': 'x'.repeat(5000), 'tiny.js': 'let a;' });
  await compressFolder(folder);
  for (const name of ['icon.png.br', 'icon.png.gz', 'tiny.js.br', 'tiny.js.gz']) {
    expect(existsSync(join(folder, name))).toBe(false);
  }
});
