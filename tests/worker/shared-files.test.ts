import { beforeEach, expect, test, vi } from 'vitest';
import { handOver } from '../../src/device/handed-file.ts';
import { takeShared } from '../../src/device/shared-file.ts';
import { receiveShared } from '../../src/service-worker/shared-files.ts';
import { SHARED_MAX } from '../../src/shared/shared-files.ts';
import { type CachesDouble, createCaches } from '../doubles/caches.ts';
import { zipOf } from '../doubles/zip-writer.ts';

const NOW = Date.parse('2026-11-21T04:00:00Z');
const ZIP = Uint8Array.from(zipOf({ 'a.txt': Buffer.from('a') }));
let caches: CachesDouble;

beforeEach(() => {
  caches = createCaches();
  vi.stubGlobal('caches', caches);
  return () => vi.unstubAllGlobals();
});

const zip = (name = 'alpha.zip') => new File([ZIP], name, { type: 'application/zip' });

/** What the system posts when somebody shares these with the console. */
function shareOf(...parts: (File | string)[]): Request {
  const body = new FormData();
  for (const part of parts) body.append('bundle', part);
  return new Request('https://console.test/share', { method: 'POST', body });
}

/** @returns what the address of the upload dialog says of it */
async function share(request: Request, now = NOW): Promise<string> {
  const answer = await receiveShared(request, { caches, now: () => now });
  expect(answer.status).toBe(303);
  const [path, search] = (answer.headers.get('location') ?? '').split('?');
  expect(path).toBe('/dashboard');
  const { show, shared = '' } = Object.fromEntries(new URLSearchParams(search));
  expect(show).toBe('upload');
  return shared;
}

test('a shared ZIP is kept until the dialog takes it, every byte and its name, and only once', async () => {
  const id = await share(shareOf(zip('böse name.zip')));
  const { file } = await takeShared(id, NOW);
  expect([file?.name, file?.type]).toEqual(['böse name.zip', 'application/zip']);
  expect(new Uint8Array((await file?.arrayBuffer()) ?? [])).toEqual(ZIP);
  expect(caches.paths()).toEqual([]);
  expect(await takeShared(id, NOW)).toEqual({ file: undefined, trouble: 'gone' });
});

test.each([
  ['none', shareOf()],
  ['none', shareOf('only words')],
  ['several', shareOf(zip('a.zip'), zip('b.zip'))],
  ['no-zip', shareOf(new File(['%PDF-1.7'], 'paper.zip', { type: 'application/zip' }))],
  ['no-zip', shareOf(new File([], 'empty.zip'))],
  ['not-kept', new Request('https://console.test/share', { method: 'POST', body: 'no form' })],
])('what cannot be taken is said: %s', async (trouble, request) => {
  const shared = await share(request);
  expect(shared).toBe(trouble);
  expect(await takeShared(shared, NOW)).toEqual({ file: undefined, trouble });
  expect(caches.paths()).toEqual([]);
});

test('a file larger than the limit is not kept', async () => {
  const large = zip();
  Object.defineProperty(large, 'size', { value: SHARED_MAX.bytes + 1 });
  const request = shareOf();
  const body = { getAll: () => [large] };
  Object.defineProperty(request, 'formData', { value: async () => body });
  expect(await share(request)).toBe('too-large');
});

test('the name is shown without folders, controls and more letters than a bundle’s name has', async () => {
  const nameOf = async (name: string) =>
    (await takeShared(await share(shareOf(zip(name))), NOW)).file?.name;
  expect(await nameOf('../../etc/pass\u202ewd.zip')).toBe('passwd.zip');
  expect(await nameOf('C:\\temp\\x.zip')).toBe('x.zip');
  expect(await nameOf(`${'a'.repeat(400)}.zip`)).toHaveLength(255);
  expect(await nameOf('\u0000')).toBe('shared.zip');
});

test('no more than the newest are kept, and none for longer than a day', async () => {
  const ids = [];
  for (let n = 0; n < SHARED_MAX.files + 2; n++) ids.push(await share(shareOf(zip()), NOW + n));
  expect(caches.paths()).toEqual(ids.slice(-SHARED_MAX.files).map((id) => `/share/${id}`));
  const last = await share(shareOf(zip()), NOW + SHARED_MAX.ageMs + 1000);
  expect(caches.paths()).toEqual([`/share/${last}`]);
  const late = await takeShared(last, NOW + 2 * SHARED_MAX.ageMs + 1001);
  expect(late).toEqual({ file: undefined, trouble: 'gone' });
  expect(caches.paths()).toEqual([]);
});

test('a device that cannot keep the file says so', async () => {
  const full = { open: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) };
  const answer = await receiveShared(shareOf(zip()), { caches: full, now: () => NOW });
  expect(answer.headers.get('location')).toBe('/dashboard?show=upload&shared=not-kept');
});

test.each(['', '../x', 'a'.repeat(36), '00000000-0000-4000-8000-00000000000Z'])(
  'an address that names no file finds none: %s',
  async (shared) => {
    expect(await takeShared(shared, NOW)).toEqual({ file: undefined, trouble: 'gone' });
  },
);

test('a file that the page has already is taken once as well', async () => {
  const file = zip();
  const id = handOver(file);
  expect(await takeShared(id)).toEqual({ file });
  expect((await takeShared(id)).file).toBeUndefined();
});
