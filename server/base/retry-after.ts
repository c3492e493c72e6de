/**
 * How long `Retry-After` asks to wait: seconds, or a date (RFC 9110 section 10.2.3).
 *
 * @param now epoch milliseconds
 * @returns milliseconds; undefined without one that can be read
 */
export function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
