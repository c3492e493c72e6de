import { afterAll, describe, expect, test } from 'vitest';
import { writeZip } from '../../../../tests/doubles/zip-writer.ts';
import { inspect } from '../../../../tests/server/bundles/inspection/zip/inspecting.ts';
import type { Cases } from '../../../../tests/server/bundles/inspection/zip/refused/cases.ts';
import { DAMAGE } from '../../../../tests/server/bundles/inspection/zip/refused/damage.ts';
import { HEADERS } from '../../../../tests/server/bundles/inspection/zip/refused/headers.ts';
import { LAYOUT } from '../../../../tests/server/bundles/inspection/zip/refused/layout.ts';
import { NAMES } from '../../../../tests/server/bundles/inspection/zip/refused/names.ts';
import { SIZES } from '../../../../tests/server/bundles/inspection/zip/refused/sizes.ts';
import { RULES, type Rule } from './problem.ts';

/** Row by row of the security requirements: what is refused, by which rule, naming which entry. */
const GROUPS = [NAMES, HEADERS, LAYOUT, SIZES, DAMAGE].flatMap(Object.entries<Cases>);
const SEEN = new Set<Rule>();

describe.each(GROUPS)('%s', (_title, cases) => {
  test.each(Object.entries(cases))('%s', async (_, { bytes, rule, entry, limits }) => {
    const { problems } = await inspect(bytes, limits);
    expect(problems[0]).toMatchObject({ rule, entry });
    const subject = entry === null ? 'The archive' : entry || 'An entry';
    expect(problems[0]?.message).toMatch(/\.$/);
    expect(problems[0]?.message.startsWith(`${subject} `)).toBe(true);
    SEEN.add(rule);
  });
});

test('several bad entries are all named, up to twenty', async () => {
  const entries = Array.from({ length: 30 }, (_, i) => ({ name: `../${i}`, content: 'x' }));
  const { problems } = await inspect(writeZip({ entries }));
  expect(problems).toHaveLength(20);
  expect(problems[1]).toMatchObject({ rule: 'traversal', entry: '../1' });
});

test('every damaged entry is named, not only the first', async () => {
  const { problems } = await inspect(
    writeZip({ entries: ['a', 'b', 'c'].map((name) => ({ name, content: name, crc32: 7 })) }),
  );
  expect(problems.map(({ entry }) => entry)).toEqual(['a', 'b', 'c']);
});

describe('every rule', () => {
  afterAll(() => SEEN.clear());

  test('is broken by some archive here; a failing inspection has its own tests', () => {
    expect(RULES.filter((rule) => !SEEN.has(rule))).toEqual(['inspection']);
  });
});
