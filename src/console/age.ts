import { type Age, type ConnectionState, type Entry, streamSeenAt } from '../shared/model.ts';

/** A read without an interval counts as fresh this long after it was read. */
const READ_FRESH_MS = 30_000;
const UNKNOWN_AFTER_MS = 10 * 60_000;

/**
 * How far data can be trusted. A polled read is fresh while younger than twice its interval; one that the live
 * stream keeps current, while that stream runs whole. Once the connection is lost only what the server answered
 * since then is fresh. On a live connection nothing is unknown that was read once and is not read again.
 *
 * @param now server time, epoch milliseconds
 */
export function ageOf(entry: Entry | undefined, connection: ConnectionState, now: number): Age {
  const at = trueAt(entry, connection);
  if (entry === undefined || at === undefined) return 'unknown';
  if (connection.state === 'live' && isCurrent(entry)) return 'fresh';
  const isProof = connection.state === 'live' || at > lostAt(connection);
  const isGood = isProof && entry.from !== 'disk' && entry.failure === undefined;
  if (isGood && now - at < freshFor(entry.everyMs)) return 'fresh';
  if (isGood && entry.everyMs === null && connection.state === 'live')
    return isReadOnce(at, connection) ? 'fresh' : 'stale';
  return ageWithoutProof(at, entry.everyMs, now);
}

/**
 * How far data can be trusted of which nobody knows whether it is still true.
 *
 * @param at server time, epoch milliseconds, at which it was
 * @param everyMs how often it is read; null: without an interval
 * @param now server time, epoch milliseconds
 */
function ageWithoutProof(at: number, everyMs: number | null, now: number): 'stale' | 'unknown' {
  return now - at < Math.max(UNKNOWN_AFTER_MS, freshFor(everyMs)) ? 'stale' : 'unknown';
}

function freshFor(everyMs: number | null): number {
  return everyMs === null ? READ_FRESH_MS : 2 * everyMs;
}

/** @returns server time at which the data was last known to be true */
export function trueAt(entry: Entry | undefined, connection: ConnectionState): number | undefined {
  if (entry?.at === undefined || !isCurrent(entry)) return entry?.at;
  return Math.max(entry.at, streamSeenAt(connection) ?? 0);
}

/** On a first try that has not failed yet nothing is lost. */
function lostAt(connection: Exclude<ConnectionState, { state: 'live' }>): number {
  return Math.max(connection.lostAt ?? 0, connection.state === 'connecting' ? 0 : connection.since);
}

/** A server without a stream is never asked again for such a read: time alone does not outdate the answer. */
function isReadOnce(at: number, { hasStream, lostAt: lost = 0 }: ConnectionState): boolean {
  return hasStream === false && at > lost;
}

/** The stream, while it is whole, keeps the data as it is. */
function isCurrent(entry: Entry): boolean {
  return entry.isStreamed && entry.failure === undefined;
}
