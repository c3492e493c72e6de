import { createHash } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { isConsolePath } from '../../src/service-worker/shell.ts';
import { createShellFiles, type ShellFile } from '../../src/service-worker/shell-files.ts';
import { createCaches } from '../doubles/caches.ts';

/** What of the shell is kept under which key is the library's matter. */
vi.mock('workbox-core', () => ({ cacheNames: { precache: 'the shell' } }));
vi.mock('workbox-precaching', () => ({
  getCacheKeyForURL: (url: string) => (url === 'unknown.js' ? undefined : `/${url}`),
  addPlugins: vi.fn(),
  createHandlerBoundToURL: vi.fn(),
  precacheAndRoute: vi.fn(),
}));
vi.mock('workbox-routing', () => ({ registerRoute: vi.fn() }));

test.each([
  ['/', true],
  ['/dashboard', true],
  ['/admin/route66-proof', true],
  ['/no-such-page', true],
  ['/no.such/page', true],
  ['/apiary', true],
  ['/mesh-network', true],
  ['/metrics-of-mine', true],
  ['/api', false],
  ['/api/dashboard/stats', false],
  ['/ws', false],
  ['/mesh/probe', false],
  ['/.well-known/jwks.json', false],
  ['/metrics', false],
  ['/repair.html', false],
  ['/no-such-file.js', false],
  ['/api%2fdashboard', false],
  ['/..%5Cetc', false],
  ['/dash%00board', false],
])('pitfall 3: a navigation to %s is of the console: %s', (path, isOfConsole) => {
  expect(isConsolePath(path)).toBe(isOfConsole);
});

const GOOD = 'the file as it was built';
const integrity = `sha384-${createHash('sha384').update(GOOD).digest('base64')}`;
const FILES: readonly ShellFile[] = [
  { url: 'a.js', revision: null, integrity },
  { url: 'b.js', revision: null, integrity },
  { url: 'unknown.js', revision: null, integrity },
];
const fetched = vi.fn();

beforeEach(() => {
  fetched.mockReset().mockImplementation(async () => new Response(GOOD));
  vi.stubGlobal('fetch', fetched);
  return () => vi.unstubAllGlobals();
});

async function filesOf(kept: Record<string, string>) {
  const caches = createCaches();
  const cache = await caches.open('the shell');
  for (const [path, content] of Object.entries(kept)) await cache.put(path, new Response(content));
  const files = createShellFiles(caches as unknown as CacheStorage, FILES);
  const textOf = async (path: string) => (await cache.match(path))?.text();
  return { files, caches, textOf };
}

test('what is whole is left alone, without a question to the server', async () => {
  const { files, textOf } = await filesOf({ '/a.js': GOOD, '/b.js': GOOD });
  await files.mendAll();
  expect([await textOf('/a.js'), fetched.mock.calls]).toEqual([GOOD, []]);
});

test('what is damaged or gone is had again, past every cache and only as it was built', async () => {
  const { files, textOf } = await filesOf({ '/a.js': '(((' });
  await files.mendAll();
  expect([await textOf('/a.js'), await textOf('/b.js')]).toEqual([GOOD, GOOD]);
  const headers = { 'meridian-to-keep': '1' };
  expect(fetched).toHaveBeenCalledWith('a.js', { cache: 'reload', integrity, headers });
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('one file is looked at by itself, and a name that is none of the build’s is passed over', async () => {
  const { files, textOf } = await filesOf({ '/a.js': '(((', '/b.js': '(((' });
  await files.mend('a.js');
  await files.mend('unknown.js');
  await files.mend('not-of-this-build.js');
  expect([await textOf('/a.js'), await textOf('/b.js')]).toEqual([GOOD, '(((']);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test.each([
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an answer that is none', async () => new Response('gone', { status: 404 })],
])('%s: the damaged file is dropped all the same, so that nothing runs it', async (_, answer) => {
  fetched.mockImplementation(answer);
  const { files, caches } = await filesOf({ '/a.js': '(((', '/b.js': GOOD });
  await files.mendAll();
  expect(caches.paths()).toEqual(['/b.js']);
});

test('for a page that runs, what is damaged or gone is had again and told, and what is whole left alone', async () => {
  const { files, textOf } = await filesOf({ '/a.js': '(((' });
  expect(await files.renewDamaged()).toEqual(['a.js', 'b.js']);
  expect([await textOf('/a.js'), await textOf('/b.js')]).toEqual([GOOD, GOOD]);
  expect(await files.renewDamaged()).toEqual([]);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('and nothing is taken from it while the server does not answer', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  const { files, textOf } = await filesOf({ '/a.js': '(((', '/b.js': GOOD });
  expect(await files.renewDamaged()).toEqual([]);
  expect(await textOf('/a.js')).toBe('(((');
});
