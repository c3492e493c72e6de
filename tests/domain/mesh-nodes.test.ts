import { expect, test } from 'vitest';
import { meshNodesOf, othersNote } from '../../src/domain/mesh-nodes.ts';

const platform = (name: string, kind?: string) => ({
  ...{ id: name, name, domain: name, status: 'connected', latencyMs: 1, lastSeen: 1 },
  ...(kind && { kind }),
});
const [forge, shop, port] = [platform('Forge'), platform('Shop', 'web'), platform('Port', 'tcp')];

test('only mesh nodes are offered, and it is said why others are not', () => {
  expect(meshNodesOf([forge, shop, platform('Node', 'mesh')]).map(({ name }) => name)).toEqual([
    'Forge',
    'Node',
  ]);
  expect(othersNote([forge])).toBe('');
  expect(othersNote([forge, shop])).toMatch(/^Shop is no mesh node:/);
  expect(othersNote([forge, shop, port])).toMatch(/^2 platforms are no mesh nodes:/);
});
