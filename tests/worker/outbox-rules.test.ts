import { expect, test } from 'vitest';
import { DAY_MS } from '../../contract/limits.ts';
import type { Failure } from '../../src/shared/outcome.ts';
import {
  afterTry,
  dueNow,
  EXPIRES_MS,
  nextOf,
  type OutboxRecord,
  queuedAgain,
  recovered,
  withoutExpired,
} from '../../src/worker/outbox/outbox-rules.ts';
import { createRate } from '../../src/worker/outbox/sender.ts';

const FAILURE: Failure = { ok: false, status: 0, text: 'Failed to fetch', why: 'unreachable' };
const BROKEN = { end: 'broken', failure: FAILURE, moved: false } as const;
const NOW = 1_800_000_000_000;

function recordWith(given: Partial<OutboxRecord> = {}): OutboxRecord {
  return {
    id: 'one',
    name: 'feature.zip',
    size: 100,
    type: '',
    fingerprint: 'fingerprint',
    targetPlatforms: [],
    priority: 'standard',
    addedAt: NOW,
    inMemory: false,
    started: false,
    tries: 0,
    sha256: undefined,
    uploadUrl: undefined,
    state: { state: 'queued' },
    at: NOW,
    ...given,
  };
}

const waiting = (at: number) =>
  recordWith({ at, tries: 1, state: { state: 'waiting', failure: FAILURE, tries: 1 } });

test('the oldest unsent upload is next, and those behind it wait for it', () => {
  const done = recordWith({ id: 'done', state: { state: 'done', bundle: null } });
  const failed = recordWith({ id: 'failed', state: { state: 'failed', failure: FAILURE } });
  const first = { ...waiting(NOW + 5000), id: 'first' };
  const second = recordWith({ id: 'second' });
  expect(nextOf([done, failed, first, second])).toEqual({ record: first, dueAt: NOW + 5000 });
  expect(nextOf([done, second])?.record).toBe(second);
  expect(nextOf([done, failed])).toBeUndefined();
});

test('each failed try waits longer, up to a minute; progress resets the delay', () => {
  let record = recordWith();
  const waits: number[] = [];
  for (let i = 0; i < 9; i += 1) {
    record = afterTry(record, BROKEN, NOW, 1);
    waits.push(record.at - NOW);
  }
  expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  expect(afterTry(record, BROKEN, NOW, 0).at - NOW).toBe(30_000);
  const moved = afterTry(record, { ...BROKEN, moved: true }, NOW, 1);
  expect([moved.at - NOW, moved.tries]).toEqual([1000, 1]);
});

test('a refused upload waits for a person; an accepted one is done', () => {
  const refused = afterTry(recordWith(), { end: 'refused', failure: FAILURE }, NOW, 0);
  expect(refused.state).toEqual({ state: 'failed', failure: FAILURE });
  expect(queuedAgain(refused).state).toEqual({ state: 'queued' });
  const done = afterTry(recordWith(), { end: 'done', bundle: { id: 1 } }, NOW, 0);
  expect(done.state).toEqual({ state: 'done', bundle: { id: 1 } });
  expect(queuedAgain(done)).toBe(done);
});

test('dueNow ends the wait, and changes nothing else', () => {
  expect(dueNow(waiting(NOW + 5000), NOW).at).toBe(NOW);
  const queued = recordWith({ at: 5 });
  expect(dueNow(queued, NOW)).toBe(queued);
});

test('a new worker continues the upload of the last one, which may have arrived', () => {
  const state = { state: 'sending', sent: 5, bytesPerSec: undefined, leftSec: undefined } as const;
  const found = recovered(recordWith({ started: true, state }));
  expect(found).toMatchObject({ started: true, tries: 1, state: { state: 'queued' } });
});

test('after a week an unsent one fails visibly, but its place in the list stays', () => {
  const old = { ...waiting(NOW), since: NOW };
  expect(withoutExpired([old], NOW, NOW + EXPIRES_MS)).toEqual([old]);
  const [expired = old] = withoutExpired([old], NOW, NOW + EXPIRES_MS + 1);
  expect(expired.state).toMatchObject({ state: 'failed', failure: { why: 'late' } });
  expect(withoutExpired([expired], NOW, NOW + 10 * EXPIRES_MS)).toEqual([expired]);
  const again = queuedAgain(expired);
  expect(withoutExpired([again], NOW, NOW + 10 * EXPIRES_MS)[0]?.state).toEqual(again.state);
});

test('receipts stay a day, twenty of them at most', () => {
  const done = (id: number) =>
    recordWith({ id: String(id), at: NOW, state: { state: 'done', bundle: null } });
  const many = Array.from({ length: 25 }, (_, id) => done(id));
  expect(withoutExpired(many, NOW, NOW).map(({ id }) => id)).toEqual(
    many.slice(5).map(({ id }) => id),
  );
  expect(withoutExpired(many, NOW + DAY_MS + 1, NOW)).toEqual([]);
});

test('the rate is that of the last seconds, and unknown before one has passed', () => {
  const rate = createRate();
  rate.add(0, 0);
  rate.add(500, 500);
  expect(rate.bytesPerSec()).toBeUndefined();
  rate.add(2000, 1000);
  expect(rate.bytesPerSec()).toBe(2000);
  for (let sec = 2; sec <= 20; sec += 1) rate.add(2000 + sec * 100, sec * 1000);
  expect(rate.bytesPerSec()).toBe(100);
});
