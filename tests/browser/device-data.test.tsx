import { afterEach, expect, it } from 'vitest';
import { eraseAccount, eraseUnused, UNUSED_MS } from '../../src/console/device-data.ts';
import { keptName, removeMarkers } from '../../src/device/markers.ts';
import { openKeyValue } from '../../src/shared/key-value.ts';
import { SHARED_CACHE } from '../../src/shared/shared-files.ts';

const NOW = 1_800_000_000_000;
const ACCOUNTS = ['open', 'recent', 'seen', 'old', 'unsent', 'unknown'];

async function keep(database: string, key: string): Promise<void> {
  const place = openKeyValue(database);
  await place.setMany([[key, 'value']]);
  place.close();
}

const kept = async () =>
  (await indexedDB.databases())
    .map(({ name = '' }) => name)
    .filter((name) => /^(?:last-known|outbox) /.test(name))
    .sort();

afterEach(() => Promise.all(ACCOUNTS.map(eraseAccount)));

it('erases what accounts left that were not used for 30 days, and nothing that was not sent', async () => {
  for (const name of ACCOUNTS) {
    await keep(`last-known ${name}`, 'a read');
    localStorage.setItem(keptName('handover-draft', name), 'typed');
    const usedAt = name === 'recent' ? NOW - UNUSED_MS : NOW - UNUSED_MS - 1;
    if (name !== 'unknown') localStorage.setItem(keptName('last-used', name), String(usedAt));
  }
  localStorage.setItem(keptName('last-seen', 'seen'), JSON.stringify({ at: NOW }));
  await keep('outbox old', 'record 1');
  await keep('outbox unsent', 'file 1');
  await eraseUnused('open', NOW);
  const left = ['open', 'recent', 'seen', 'unknown'].map((name) => `last-known ${name}`);
  expect(await kept()).toEqual([...left, 'outbox unsent']);
  expect(localStorage.getItem(keptName('handover-draft', 'old'))).toBeNull();
  // Nobody knows when it was used: its time begins now.
  await eraseUnused('open', NOW + UNUSED_MS + 1);
  expect(await kept()).toEqual(['last-known open', 'outbox unsent']);
});

it('a file that another app has shared does not outlive a sign-out', async () => {
  const cache = await caches.open(SHARED_CACHE);
  await cache.put('/share/1', new Response('PK'));
  removeMarkers();
  await expect.poll(() => caches.has(SHARED_CACHE)).toBe(false);
});
