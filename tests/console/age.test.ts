import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../contract/limits.ts';
import { ageOf, trueAt } from '../../src/console/age.ts';
import type { ConnectionState, Entry } from '../../src/shared/model.ts';
import type { Failure } from '../../src/shared/outcome.ts';

const NOW = 10_000_000;
const LIVE: ConnectionState = {
  state: 'live',
  since: 0,
  lastMessageAt: NOW - 3000,
  liveMessageSeen: true,
};
const DOWN: ConnectionState = {
  state: 'connecting',
  attempt: 3,
  nextTryAt: NOW,
  liveMessageSeen: false,
};
const LOST: ConnectionState = { ...DOWN, lostAt: NOW - 2000 };
const SILENT: ConnectionState = {
  state: 'silent',
  since: NOW - 2000,
  lostAt: NOW - MINUTE_MS,
  liveMessageSeen: true,
};
const FAILURE: Failure = { ok: false, status: 500, text: '', why: 'refused' };

function entryOf(over: Partial<Entry>): Entry {
  const facts = { data: 1, seq: 1, failure: undefined, everyMs: null, isStreamed: true } as const;
  return { key: ['api'], at: NOW, from: 'server', ...facts, ...over };
}

const ONCE = entryOf({ isStreamed: false, at: NOW - 60 * MINUTE_MS });

const polled = (ageMs: number, over: Partial<Entry> = {}) =>
  entryOf({ everyMs: 10_000, isStreamed: false, at: NOW - ageMs, ...over });

describe('ageOf and trueAt', () => {
  it.each([
    ['nothing known', undefined, LIVE, 'unknown'],
    ['nothing read yet', entryOf({ at: undefined }), LIVE, 'unknown'],
    ['streamed by a whole stream, however old', entryOf({ at: 0 }), LIVE, 'fresh'],
    ['streamed before, but the link is down', entryOf({ at: NOW - MINUTE_MS }), DOWN, 'stale'],
    ['read before the first line', entryOf({ isStreamed: false, at: NOW - 1000 }), DOWN, 'fresh'],
    [
      'streamed before the line was lost',
      entryOf({ isStreamed: false, at: NOW - 2500 }),
      LOST,
      'stale',
    ],
    ['read since the line was lost', entryOf({ isStreamed: false, at: NOW - 1000 }), LOST, 'fresh'],
    ['streamed by a line that is silent now', entryOf({ at: NOW - 2500 }), SILENT, 'stale'],
    ['streamed for an hour by a line that is silent now', entryOf({ at: 0 }), SILENT, 'stale'],
    [
      'streamed by a line that has been silent for ten minutes',
      entryOf({ at: 0 }),
      { ...SILENT, since: NOW - 10 * MINUTE_MS },
      'unknown',
    ],
    ['failing while the line is silent', entryOf({ at: 0, failure: FAILURE }), SILENT, 'unknown'],
    ['read since the line is silent', entryOf({ at: NOW - 1000 }), SILENT, 'fresh'],
    ['refused since', entryOf({ at: NOW - 2500 }), { ...SILENT, state: 'refused' }, 'stale'],
    ['offline since', entryOf({ at: NOW - 2500 }), { ...SILENT, state: 'offline' }, 'stale'],
    ['disconnected for nine minutes', entryOf({ at: NOW - 9 * MINUTE_MS }), DOWN, 'stale'],
    ['disconnected for ten minutes', entryOf({ at: NOW - 10 * MINUTE_MS }), DOWN, 'unknown'],
    ['not streamed by a live server', entryOf({ isStreamed: false, at: 0 }), LIVE, 'stale'],
    ['read once from a server without a stream', ONCE, { ...LIVE, hasStream: false }, 'fresh'],
    [
      'read once before the connection was lost',
      ONCE,
      { ...LIVE, hasStream: false, lostAt: NOW },
      'stale',
    ],
    ['younger than two intervals', polled(19_999), LIVE, 'fresh'],
    ['older than two intervals', polled(20_000), LIVE, 'stale'],
    ['polled, and old', polled(11 * MINUTE_MS), LIVE, 'unknown'],
    ['polled before the first line', polled(5000), DOWN, 'fresh'],
    ['polled before the line was lost', polled(5000), LOST, 'stale'],
    ['polled since the line was lost', polled(1000), LOST, 'fresh'],
    ['lost and read long ago', polled(11 * MINUTE_MS), LOST, 'unknown'],
    ['failing at the last try', polled(1000, { failure: FAILURE }), LIVE, 'stale'],
    ['streamed but failing', entryOf({ failure: FAILURE }), LIVE, 'stale'],
    ['from the disk, however young', entryOf({ from: 'disk', isStreamed: false }), LIVE, 'stale'],
    ['from a future that is none', polled(-5000), LIVE, 'fresh'],
  ] as const)('%s', (_, entry, link, age) => {
    expect(ageOf(entry, link, NOW)).toBe(age);
  });

  it('dates streamed data by the last message of the connection', () => {
    expect(trueAt(entryOf({ at: 5 }), LIVE)).toBe(NOW - 3000);
    expect(trueAt(entryOf({ at: 5 }), DOWN)).toBe(5);
    expect(trueAt(entryOf({ at: 5 }), SILENT)).toBe(SILENT.since);
    expect(trueAt(entryOf({ at: 5, isStreamed: false }), LIVE)).toBe(5);
    expect(trueAt(entryOf({ at: undefined }), LIVE)).toBeUndefined();
  });
});
