import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetsOf, keepAssets } from '../../scripts/kept-assets.mjs';
import { folderWith, writeInto } from './folder.ts';

const generation = (id: string) => ({ id, files: [`assets/main-${id}.js`] });

function builtAs(id: string) {
  return folderWith({ [`console/assets/main-${id}.js`]: id });
}

/** Builds one after the other, each in the place of the last. @returns the last one's folder */
function buildInTurn(ids: readonly string[]): string {
  let dist = folderWith({});
  for (const id of ids) {
    const next = builtAs(id);
    const generations = keepAssets(dist, next, generation(id));
    writeInto(next, 'build.json', JSON.stringify({ id, generations }));
    dist = next;
  }
  return dist;
}

const namesIn = (dist: string) => readdirSync(join(dist, 'console/assets')).sort();

test('the assets of the two builds before are kept, and no more', () => {
  expect(namesIn(buildInTurn(['a']))).toEqual(['main-a.js']);
  expect(namesIn(buildInTurn(['a', 'b', 'c']))).toEqual(['main-a.js', 'main-b.js', 'main-c.js']);
  expect(namesIn(buildInTurn(['a', 'b', 'c', 'd']))).toEqual([
    'main-b.js',
    'main-c.js',
    'main-d.js',
  ]);
});

test('building the same again pushes no older build out', () => {
  expect(namesIn(buildInTurn(['a', 'b', 'c', 'c', 'c']))).toEqual([
    'main-a.js',
    'main-b.js',
    'main-c.js',
  ]);
});

test('a console has the assets that lie in its folder', () => {
  expect(assetsOf(join(builtAs('a'), 'console'))).toEqual(['assets/main-a.js']);
  expect(assetsOf(folderWith({}))).toEqual([]);
});
