import { expect, it } from 'vitest';
import { guardUploads, letGoOfUploads } from '../../src/console/outbox.ts';
import { pageCache } from '../../src/console/page-cache.ts';
import { OUTBOX_KEY, type OutboxItem } from '../../src/shared/model.ts';

const ITEM: OutboxItem = {
  id: '1',
  name: 'model.zip',
  size: 10,
  addedAt: 0,
  inMemory: true,
  state: { state: 'queued' },
};

/** What the worker says of the uploads. */
function push(...data: OutboxItem[]): void {
  const facts = { at: 1, seq: 1, from: 'server', failure: undefined, everyMs: null } as const;
  const delta = { kind: 'whole', data } as const;
  pageCache.apply({
    number: 1,
    entries: [{ key: OUTBOX_KEY, ...facts, isStreamed: false, delta }],
  });
}

/** @returns whether the browser would ask before it leaves the page */
const asks = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

it('asks before a page is left that alone has a file, and not once it is sent or kept', () => {
  guardUploads();
  expect(asks()).toBe(false);
  push(ITEM);
  expect(asks()).toBe(true);
  push({ ...ITEM, state: { state: 'done', bundle: undefined } });
  expect(asks()).toBe(false);
  push({ ...ITEM, inMemory: false });
  expect(asks()).toBe(false);
});

it('does not ask on behalf of an account that has ended', () => {
  guardUploads();
  push(ITEM);
  letGoOfUploads();
  expect(asks()).toBe(false);
});
