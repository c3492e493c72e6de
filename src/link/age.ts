import type { Entry, LinkState } from '../worker/api.ts';

/** fresh: as good as now; stale: show its age; unknown: too old to claim anything. */
export type Age = 'fresh' | 'stale' | 'unknown';

/** A read without an interval counts as fresh this long after it was read. */
const READ_FRESH_MS = 30_000;
const UNKNOWN_AFTER_MS = 10 * 60_000;

/**
 * How far data can be trusted. A polled read is fresh while younger than twice its interval; one that the
 * live stream feeds, while that stream runs whole. Once the line to the server is lost only what it answered
 * since then is fresh. On a live link nothing is unknown that was read once and is not read again.
 *
 * @param now server time, epoch milliseconds
 */
export function ageOf(entry: Entry | undefined, link: LinkState, now: number): Age {
  if (entry?.at === undefined) return 'unknown';
  if (isFed(entry, link)) return 'fresh';
  const isProof = link.state === 'live' || entry.at > lostAt(link);
  const isGood = isProof && entry.from !== 'disk' && entry.failure === undefined;
  if (isGood && now - entry.at < freshFor(entry.everyMs)) return 'fresh';
  if (isGood && entry.everyMs === null && link.state === 'live') return 'stale';
  return ageWithoutProof(entry.at, entry.everyMs, now);
}

/**
 * How far data can be trusted of which nobody knows whether it is still true.
 *
 * @param at server time, epoch milliseconds, at which it was
 * @param everyMs how often it is read; null: without an interval
 * @param now server time, epoch milliseconds
 */
export function ageWithoutProof(
  at: number,
  everyMs: number | null,
  now: number,
): 'stale' | 'unknown' {
  return now - at < Math.max(UNKNOWN_AFTER_MS, freshFor(everyMs)) ? 'stale' : 'unknown';
}

function freshFor(everyMs: number | null): number {
  return everyMs === null ? READ_FRESH_MS : 2 * everyMs;
}

/** @returns server time at which the data was last known to be true */
export function trueAt(entry: Entry, link: LinkState): number | undefined {
  if (entry.at === undefined || link.state !== 'live' || !isFed(entry, link)) return entry.at;
  return Math.max(entry.at, link.lastHeardAt);
}

/** On a first try that has not failed yet nothing is lost. */
function lostAt(link: Exclude<LinkState, { state: 'live' }>): number {
  return Math.max(link.lostAt ?? 0, link.state === 'connecting' ? 0 : link.since);
}

function isFed(entry: Entry, link: LinkState): boolean {
  return link.state === 'live' && entry.fed && entry.failure === undefined;
}
