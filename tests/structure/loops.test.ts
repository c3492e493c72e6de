import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Who may repeat something otherwise, and why. */
const ALLOWED = [
  // What loops are made of.
  'base/awake-time.ts',
  'base/loop.ts',
  // One step after the other until a transfer has ended, with pauses between some.
  'bundles/deploy/send-bundle.ts',
  // A few attempts at one question.
  'bundles/bundles.ts',
  // A start that waits for the lease of another one.
  'bundles/store/store-owner.ts',
];

const server = join(import.meta.dirname, '../../server');
const indent = (line = '') => line.search(/\S/);

/** @returns whether there is `setInterval`, or `sleep` in the head or the body of a loop; lines are indented as Biome does it */
function repeats(lines: readonly string[]): boolean {
  let loopAt = Number.POSITIVE_INFINITY;
  return lines.some((line) => {
    if (line.trim() !== '' && indent(line) <= loopAt && !/^\s*[)}]/.test(line))
      loopAt = /^\s*(?:while|for|do)\b/.test(line) ? indent(line) : Number.POSITIVE_INFINITY;
    const inLoop = indent(line) >= loopAt || line.includes('} while (');
    return line.includes('setInterval(') || (inLoop && /\bsleep\(/.test(line));
  });
}

test('what the server repeats is a loop with a name, a period and a limit', () => {
  const found = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .filter((path) => repeats(readFileSync(join(server, path), 'utf8').split('\n')));
  expect(found.sort()).toEqual(ALLOWED.sort());
});
