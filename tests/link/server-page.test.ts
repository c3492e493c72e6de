import { beforeEach, expect, test, vi } from 'vitest';
import { askServer } from '../../src/link/updates/server-page.ts';

vi.mock('../../src/product.ts', () => ({ ownBuild: () => 'mine' }));

const fetched = vi.fn();

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  return () => vi.unstubAllGlobals();
});

const page = (build: string) => `<!doctype html><meta name="build" content="${build}" />`;

test.each([
  ['same', page('mine')],
  ['another', page('next')],
  ['unreachable', '<!doctype html><p>Welcome to this hotel'],
  ['unreachable', ''],
])('the server has %s of this page: %s', async (found, html) => {
  fetched.mockResolvedValue(new Response(html));
  expect(await askServer()).toBe(found);
});

test('it is asked past everything that this device keeps', async () => {
  fetched.mockResolvedValue(new Response(page('mine')));
  await askServer();
  const [address, init] = fetched.mock.calls[0] ?? [];
  expect(address).toMatch(/^\/index\.html\?at=\d+$/);
  expect(init).toEqual({ cache: 'no-store' });
});

test('no answer is a server that cannot be reached', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await askServer()).toBe('unreachable');
});
