import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
const readme = read('README.md');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

test('every npm command that the README names exists', () => {
  const named = [...readme.matchAll(/npm run ([\w-]+)/g)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => name && !(name in scripts))).toEqual([]);
});

test('every npm command is named in the README', () => {
  const missing = Object.keys(scripts).filter(
    (name) => !new RegExp(`npm (?:run )?${name}\\b`).test(readme),
  );
  expect(missing).toEqual([]);
});

test('every npm command starts a program that is there', () => {
  const programs = Object.values(scripts).flatMap(
    (line) => line.match(/scripts\/[\w-]+\.mjs/) ?? [],
  );
  expect(programs.length).toBeGreaterThan(4);
  expect(programs.filter((path) => !existsSync(path))).toEqual([]);
});

test('the table of variables is the one that the server reads, defaults included', () => {
  const config = read('server/config.ts');
  const schema = config.slice(
    config.indexOf('EnvironmentSchema'),
    config.indexOf('PlatformSchema'),
  );
  const known = [...schema.matchAll(/^ {2}([A-Z_]+): z/gm)].map(([, name]) => name);
  const table = readme.slice(readme.indexOf('| variable |'));
  const named = [...table.matchAll(/^\| ((?:`[A-Z_]+`(?:, )?)+)/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/[A-Z_]+/g)].map(([name]) => name),
  );
  expect(named.toSorted()).toEqual(known.toSorted());
});

test.each(['README.md', 'docs/architecture.md', 'docs/operations.md'])(
  'every file that %s links to is there',
  (document) => {
    const links = [...read(document).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, path = '']) => path,
    );
    expect(links.length).toBeGreaterThan(0);
    const missing = links.filter((path) => !existsSync(join(dirname(document), path)));
    expect(missing).toEqual([]);
  },
);

test.each(['README.md', 'docs/architecture.md', 'docs/operations.md'])(
  'every source file that %s names is there',
  (document) => {
    const named = read(document).match(
      /\b(?:contract|server|src|scripts|tests|bench)\/[\w./-]+\.(?:tsx?|mjs)\b/g,
    );
    expect((named ?? []).filter((path) => !existsSync(path))).toEqual([]);
  },
);
