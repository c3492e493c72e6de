/** How many milliseconds `Retry-After` asks to wait: it has seconds, or a date (RFC 9110 section 10.2.3). */
export function waitOf(retryAfter: string | undefined, now: number): number | undefined {
  if (retryAfter === undefined) return undefined;
  const waitMs = /^\d+$/.test(retryAfter)
    ? Number(retryAfter) * 1000
    : Date.parse(retryAfter) - now;
  return Number.isFinite(waitMs) ? Math.max(0, waitMs) : undefined;
}
