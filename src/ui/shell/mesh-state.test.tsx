import { expect, test } from 'vitest';
import type { Connection } from '../../../contract/shapes/mesh.ts';
import { meshState } from './mesh-state.ts';

function meshOf(...statuses: string[]): Connection[] {
  return statuses.map((status, index) => ({
    id: `${index}`,
    name: `P${index}`,
    domain: `p${index}.example`,
    status,
    latencyMs: null,
    lastSeen: null,
  }));
}

test.each([
  ['nothing known', undefined, 'fresh', 'Mesh unknown'],
  ['news that may be old', meshOf('connected'), 'stale', 'Mesh unknown'],
  ['news that is too old', meshOf('connected'), 'unknown', 'Mesh unknown'],
  ['one that answers late', meshOf('error', 'warning'), 'fresh', 'Mesh Active'],
  ['none that answers', meshOf('error', 'error'), 'fresh', 'Mesh down'],
  ['statuses of another server', meshOf('sleeping'), 'fresh', 'Mesh down'],
  ['no platforms', [], 'fresh', 'Mesh unknown'],
] as const)('%s reads %s', (_, connections, age, word) => {
  expect(meshState(connections, age).word).toBe(word);
});

test('counts who answers', () => {
  expect(meshState(meshOf('connected', 'warning', 'error'), 'fresh').sentence).toBe(
    '2 of 3 platforms answer.',
  );
});
