import { expect, test } from 'vitest';
import { originText } from '../../src/domain/mesh-origin.ts';

test.each([
  [undefined, undefined],
  [[], 'No platforms yet'],
  [[{ simulated: true }, { simulated: true }], 'Simulated mesh'],
  [[{ simulated: true }, {}], 'Simulated: 1 of 2 platforms'],
  [[{}, {}], undefined],
])('of %j is said: %s', (connections, text) => {
  expect(originText(connections)).toBe(text);
});
