import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generationOf, keepAssets } from '../../scripts/kept-assets.mjs';
import { temporaryDir } from './temporary-dir.ts';

test('a build keeps the files that pages and servers of the last two may still load', async () => {
  const root = await temporaryDir();
  let last = join(root, 'none');
  for (const id of ['a', 'b', 'c', 'd']) {
    const built = join(root, id);
    for (const file of ['console/assets/page', 'server/chunk', 'server/main']) {
      mkdirSync(join(built, file, '..'), { recursive: true });
      writeFileSync(join(built, file === 'server/main' ? `${file}.js` : `${file}-${id}.js`), id);
    }
    const generations = keepAssets(last, built, generationOf(built, id));
    writeFileSync(join(built, 'build.json'), JSON.stringify({ generations }));
    last = built;
  }
  const chunks = ['chunk-b.js', 'chunk-c.js', 'chunk-d.js'];
  expect(readdirSync(join(last, 'server'))).toEqual([...chunks, 'main.js']);
  expect(readdirSync(join(last, 'console/assets'))).toEqual([
    'page-b.js',
    'page-c.js',
    'page-d.js',
  ]);
});
