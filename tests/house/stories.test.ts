import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Every component is to be seen in the gallery: drawn by a story or by the frame around all stories, itself or
 * as a part of what is drawn.
 */

const root = resolve(import.meta.dirname, '../..');
const FRAME = 'src/gallery/frame.tsx';

/** From `./` or `../` to the file, in an import, an export or a lazy import. */
const IMPORT = /(?:from|import)\s*\(?\s*'(\.[^'?]+\.tsx?)'/g;

/** A function or a constant that is exported under a name such as JSX wants. */
const COMPONENT = /^export (?:async )?(?:function|const) [A-Z][A-Za-z]*[a-z]/m;

const all = readdirSync(join(root, 'src/ui'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => join('src/ui', file))
  .sort();
const isStories = (file: string) => file.endsWith('.stories.tsx');
const isShown = (file: string) => !/\.(?:stories|test)\.tsx$|^src\/ui\/testing\//.test(file);

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

function importsOf(file: string): string[] {
  const found = textOf(file).matchAll(IMPORT);
  return [...found].map(([, to = '']) => relative(root, resolve(root, dirname(file), to)));
}

/** @returns these files and all that they lead to */
function reachedFrom(files: readonly string[]): ReadonlySet<string> {
  const reached = new Set(files);
  // A set that grows while it is walked is walked to its end.
  for (const file of reached) for (const next of importsOf(file)) reached.add(next);
  return reached;
}

test('every component of the console is drawn in the gallery', () => {
  const components = all.filter((file) => isShown(file) && COMPONENT.test(textOf(file)));
  expect(components.length).toBeGreaterThan(60);
  const reached = reachedFrom([FRAME, ...all.filter(isStories)]);
  const missing = components.filter((file) => !reached.has(file));
  expect(missing, `no *.stories.tsx leads to: ${missing.join(', ')}`).toEqual([]);
});

test('a component that no story leads to would be noticed', () => {
  const withoutTables = all.filter((file) => isStories(file) && !file.includes('bundle-table'));
  const reached = reachedFrom([FRAME, ...withoutTables]);
  expect(reached).not.toContain('src/ui/bundle-table/bundle-table.tsx');
  expect(reached).toContain('src/ui/button/button.tsx');
});
