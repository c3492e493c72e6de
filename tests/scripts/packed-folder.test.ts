import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packFolder, unpackFolder } from '../../scripts/packed-folder.mjs';
import { folderWith } from './folder.ts';

test('what is packed comes out as it was, and nothing else', () => {
  const files = { 'a/b.js': 'let ö;\n\n', 'empty.txt': '', 'z.br': 'no' };
  const packed = packFolder(folderWith(files), (path) => !path.endsWith('.br'));
  const folder = folderWith({});
  unpackFolder(packed, folder);
  expect(readdirSync(folder).sort()).toEqual(['a', 'empty.txt']);
  expect(readFileSync(join(folder, 'a/b.js'), 'utf8')).toBe(files['a/b.js']);
  expect(readFileSync(join(folder, 'empty.txt'), 'utf8')).toBe('');
});
