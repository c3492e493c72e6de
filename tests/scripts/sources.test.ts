import { rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isInstalled } from '../../scripts/prepare.mjs';
import { builtFingerprint, fingerprint } from '../../scripts/sources.mjs';
import { folderWith, writeInto } from './folder.ts';

const HOUSE = {
  'contract/paths.ts': 'a',
  'public/icon.svg': 'a',
  'scripts/build.mjs': 'a',
  'server/main.ts': 'a',
  'src/main.tsx': 'a',
  'src/ui/badge/badge.tsx': 'a',
  'docs/tls.md': 'a',
  'index.html': 'a',
  'package-lock.json': 'a',
  'package.json': 'a',
  'vite.config.ts': 'a',
};

test('nothing changed, nothing to build', () => {
  const house = folderWith(HOUSE);
  expect(fingerprint(house)).toBe(fingerprint(house));
});

test.each(Object.keys(HOUSE))('a change of %s is noticed', (path) => {
  const house = folderWith(HOUSE);
  const before = fingerprint(house);
  writeInto(house, path, 'more than before');
  expect(fingerprint(house)).not.toBe(before);
});

test('a file that is written with the same length is noticed by its time', () => {
  const house = folderWith(HOUSE);
  const before = fingerprint(house);
  utimesSync(join(house, 'src/main.tsx'), new Date(), new Date(Date.now() + 5000));
  expect(fingerprint(house)).not.toBe(before);
});

test('files that come and go are noticed', () => {
  const house = folderWith(HOUSE);
  const before = fingerprint(house);
  writeInto(house, 'src/ui/new/new.tsx', 'a');
  const withNew = fingerprint(house);
  rmSync(join(house, 'src/ui/badge/badge.tsx'));
  expect(new Set([before, withNew, fingerprint(house)]).size).toBe(3);
});

test('what is no source, and what a build writes, is not looked at', () => {
  const house = folderWith(HOUSE);
  const before = fingerprint(house);
  writeInto(house, 'README.md', 'a');
  writeInto(house, 'tests/x.test.ts', 'a');
  writeInto(house, 'src/route-tree.gen.ts', 'a');
  writeInto(house, 'dist/build.json', '{}');
  expect(fingerprint(house)).toBe(before);
});

test('the build remembers what it was made of; without a build there is nothing', () => {
  const house = folderWith({ ...HOUSE, 'dist/build.json': '{"sources":"abc"}' });
  expect(builtFingerprint(house)).toBe('abc');
  expect(builtFingerprint(folderWith(HOUSE))).toBe('');
});

test('dependencies are installed when npm noted so after the lock was written', () => {
  const house = folderWith(HOUSE);
  expect(isInstalled(house)).toBe(false);
  writeInto(house, 'node_modules/.package-lock.json', '{}');
  const lock = join(house, 'package-lock.json');
  utimesSync(lock, new Date(), new Date(Date.now() - 5000));
  expect(isInstalled(house)).toBe(true);
  utimesSync(lock, new Date(), new Date(Date.now() + 5000));
  expect(isInstalled(house)).toBe(false);
});
