import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The page tells React's scheduler how long a slice may be: a second copy would be told in vain. */
test('React and the page have the same scheduler', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  const copies = Object.keys(packages).filter((path) => path.endsWith('node_modules/scheduler'));
  expect(copies).toEqual(['node_modules/scheduler']);
});
