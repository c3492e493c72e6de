import type { Clock } from '../../base/clock.ts';

/**
 * Remembers used nonces for as long as their tokens are valid. Bounded per issuer, so that no peer uses up
 * the room of another; a nonce is never dropped early to make room.
 */
export interface Nonces {
  /** @returns 'new' once for each nonce; 'full' when the issuer has too many that are still valid */
  claim(issuer: string, nonce: string, untilMs: number): Promise<'new' | 'used' | 'full'>;
  /** Nothing is known of calls that were signed before (epoch milliseconds, by the clock as it is set now). */
  readonly since: number;
}

/** More than 1,000 calls per second over the 40 s of a token's lifetime and both tolerances. */
export const NONCES_PER_ISSUER = 50_000;

/** Kept in memory: a call signed before this start may have been used with the last process. */
export function createNonces(
  { now, elapsed }: Pick<Clock, 'now' | 'elapsed'>,
  keptPerIssuer = NONCES_PER_ISSUER,
): Nonces {
  const used = new Map<string, Map<string, number>>();
  const startedAt = elapsed();

  return {
    get since() {
      return now() - (elapsed() - startedAt);
    },
    async claim(issuer, nonce, untilMs) {
      const own = used.get(issuer) ?? new Map<string, number>();
      used.set(issuer, own);
      dropExpired(own, now());
      if (own.has(nonce)) return 'used';
      if (own.size >= keptPerIssuer) return 'full';
      own.set(nonce, untilMs);
      return 'new';
    },
  };
}

/** Entries are in order of expiry, since all have the same lifetime. */
function dropExpired(own: Map<string, number>, now: number): void {
  for (const [nonce, until] of own) {
    if (until >= now) return;
    own.delete(nonce);
  }
}
