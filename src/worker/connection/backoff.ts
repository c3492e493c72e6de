import type { SocketEnd } from './socket.ts';

/**
 * Pure: when to try again. Exponential with full jitter, the first try after a loss included, so that a
 * server that comes back is not met by every screen in the same moment. There is no last attempt.
 */
export const RECONNECT = {
  firstMs: 1000,
  mostMs: 30_000,
  /** A connection that lived this long was a good one: count from the start. */
  stableMs: 60_000,
} as const;

/** @returns which try comes next, 1 being the first after a loss */
export function nextAttempt(attempt: number, livedMs: number): number {
  return livedMs >= RECONNECT.stableMs ? 1 : attempt + 1;
}

/** @param random 0 to 1. @returns milliseconds to wait before this attempt */
export function backoffMs(attempt: number, random: number): number {
  return Math.round(Math.min(RECONNECT.mostMs, RECONNECT.firstMs * 2 ** (attempt - 1)) * random);
}

/**
 * @param random 0 to 1
 * @returns milliseconds to wait after a connection that ended so, before this attempt
 */
export function delayAfter(end: SocketEnd, attempt: number, random: number): number {
  if (end.why === 'replaced') return 0;
  // A planned restart names its time; screens come back spread over half of it again.
  if (end.why === 'bye') return Math.round(end.comeBackSec * 1000 * (1 + random / 2));
  if (end.why === 'unwanted') return Math.round((RECONNECT.mostMs * (1 + random)) / 2);
  return backoffMs(attempt, random);
}
