/**
 * Remembers which nonces were taken, for as long as their tokens could be believed. Bounded for each
 * issuer, so that no sister can crowd out another, and none is ever forgotten early to make room.
 */
export interface Nonces {
  /** @returns 'new' once for each nonce; 'full' when the issuer has too many that are still valid */
  take(issuer: string, nonce: string, untilMs: number): 'new' | 'taken' | 'full';
}

/** Over 1,000 calls a second for the 40 s of a token's life and both tolerances. */
const KEPT_PER_ISSUER = 50_000;

export function createNonces(now: () => number, keptPerIssuer = KEPT_PER_ISSUER): Nonces {
  const taken = new Map<string, Map<string, number>>();

  return {
    take(issuer, nonce, untilMs) {
      const own = taken.get(issuer) ?? new Map<string, number>();
      taken.set(issuer, own);
      forgetExpired(own, now());
      if (own.has(nonce)) return 'taken';
      if (own.size >= keptPerIssuer) return 'full';
      own.set(nonce, untilMs);
      return 'new';
    },
  };
}

/** Oldest first; all live equally long, so the first one that is still valid ends the search. */
function forgetExpired(own: Map<string, number>, now: number): void {
  for (const [nonce, until] of own) {
    if (until >= now) return;
    own.delete(nonce);
  }
}
