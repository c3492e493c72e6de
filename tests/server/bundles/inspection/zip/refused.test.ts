import { afterAll, describe, expect, test } from 'vitest';
import { RULES, type Rule } from '../../../../../server/bundles/inspection/zip/problem.ts';
import { writeZip } from '../../../../doubles/zip-writer.ts';
import { inspect } from './inspecting.ts';
import type { Cases } from './refused/cases.ts';
import { DAMAGE } from './refused/damage.ts';
import { HEADERS } from './refused/headers.ts';
import { LAYOUT } from './refused/layout.ts';
import { NAMES } from './refused/names.ts';
import { SIZES } from './refused/sizes.ts';

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
