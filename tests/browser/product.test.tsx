import { afterEach, expect, test } from 'vitest';
import { configuredPlatforms } from '../../src/device/product.ts';

const meta = document.createElement('meta');
meta.name = 'platforms';
document.head.append(meta);
afterEach(() => {
  meta.content = '';
});

const FORGE = { id: 'forge', name: 'Forge', domain: 'forge.mesh.example' };

test('the page names the configured platforms', () => {
  meta.content = JSON.stringify([FORGE, { id: 'odd' }, null]);
  expect(configuredPlatforms()).toMatchObject([{ ...FORGE, status: 'unknown' }]);
});

test.each(['', '[', '{}', 'null'])('a page that says %j names none', (content) => {
  meta.content = content;
  expect(configuredPlatforms()).toEqual([]);
});
