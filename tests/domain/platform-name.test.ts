import { expect, test } from 'vitest';
import { listedName, peerName, platformNames } from '../../src/domain/platform-name.ts';
import { CONNECTIONS } from '../ui/samples.ts';

const [FORGE, HARBOR] = CONNECTIONS;

test.each([
  ['Forge', 'forge.mesh.example', undefined, 'forge.mesh.example'],
  ['Mail relay Berlin', '127.0.0.1:42404/n/p7', undefined, 'Mail relay Berlin'],
  ['Mail relay Berlin', 'mail.example', undefined, 'Mail relay Berlin'],
  ['Forge', 'forge.mesh.example:8066', undefined, 'Forge'],
  ['Shop', 'shop.example', 'web', 'Shop'],
  ['forge.mesh.example', 'forge.mesh.example', undefined, 'forge.mesh.example'],
])('%s at %s, a platform of kind %s, is listed as %s', (name, domain, kind, listed) => {
  expect(listedName({ name, domain, kind })).toBe(listed);
});

test('one that is not in the mesh any more has its id, another peer its address', () => {
  expect(platformNames(['forge', 'gone'], CONNECTIONS)).toBe('Forge, gone');
  expect(platformNames(['forge', 'harbor'], [FORGE, HARBOR] as typeof CONNECTIONS)).toBe(
    'All platforms',
  );
  expect(peerName('elsewhere.example', CONNECTIONS)).toBe('elsewhere.example');
});
