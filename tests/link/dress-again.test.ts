import { expect, test, vi } from 'vitest';
import { dressAgain } from '../../src/link/updates/dress-again.ts';

test('only the stylesheets that were damaged are asked for again, by an address that nothing keeps', () => {
  const links = ['a', 'b'].map((name) => ({ href: `https://console.test/assets/${name}.css` }));
  vi.stubGlobal('document', { querySelectorAll: () => links });
  dressAgain(['assets/b.css', 'assets/c.js']);
  vi.unstubAllGlobals();
  expect(links.map(({ href }) => href)).toEqual([
    'https://console.test/assets/a.css',
    '/assets/b.css?again',
  ]);
});
