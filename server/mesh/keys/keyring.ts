import { createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { Clock } from '../../base/clock.ts';
import type { NoAnswer } from '../../outgoing/no-answer.ts';
import { TransportError } from '../../outgoing/no-answer.ts';
import type { Transport } from '../transport/transport.ts';
import { parseJson } from '../wire/messages.ts';
import { accepted, type FindKey, rejected, type Verdict } from '../wire/verdict.ts';
import { JWKS_PATH, publicKeysOf } from './jwks.ts';

/** Fetches a platform's key set from its configured address. */
type FetchJwks = (platform: string, signal: AbortSignal) => Promise<Verdict<unknown, NoAnswer>>;

/** At most one fetch per platform in this time, however many unknown keys are presented. */
const REFETCH_MS = 5_000;
/** Keys are fetched again after this time, so that a withdrawn key stops working. */
const REFRESH_MS = 60 * 60 * 1000;
/** How long keys are used without being confirmed, when the key address does not answer. */
const UNCONFIRMED_MAX_MS = 4 * REFRESH_MS;
/** How often an overdue refresh is tried while the keys may still be used. */
const RETRY_REFRESH_MS = 60_000;

interface CachedKeys {
  keys: ReadonlyMap<string, KeyObject>;
  /** When the platform last answered with its keys, in monotonic milliseconds, as the next. */
  confirmedAt: number;
  triedAt: number;
  failure: NoAnswer | 'no-key-set' | null;
  fetching: Promise<void> | null;
}

interface KeyringOptions {
  readonly fetchJwks: FetchJwks;
  readonly clock: Clock;
  /** @returns thumbprints of the only accepted keys of a platform, whatever it publishes; undefined: all that it publishes */
  readonly pinsOf?: (platform: string) => readonly string[] | undefined;
  /** Called with the thumbprints of each key set that was fetched, in its order. */
  readonly onKeys?: (platform: string, thumbprints: readonly string[]) => void;
}

/**
 * Public keys of the peers, as each publishes them at its address. A key is
 * identified by its thumbprint, whatever `kid` it is published under.
 */
export function createKeyring(
  isPeer: (platform: string) => boolean,
  { fetchJwks, clock, pinsOf, onKeys }: KeyringOptions,
): {
  readonly findKey: FindKey;
  /** Fetches the keys of a platform again before they are used: another peer is at its address. */
  forget(platform: string): void;
} {
  const cache = new Map<string, CachedKeys>();

  function cachedOf(platform: string): CachedKeys {
    const cached = cache.get(platform) ?? emptyCache();
    cache.set(platform, cached);
    return cached;
  }

  async function fetchInto(
    cached: CachedKeys,
    platform: string,
    signal: AbortSignal,
  ): Promise<void> {
    const fetched = await fetchJwks(platform, signal);
    const keys = fetched.ok ? await importKeys(fetched.value) : undefined;
    // Not before its keys are there: who asks meanwhile would take the platform for one that publishes none.
    cached.triedAt = clock.elapsed();
    // A page of a proxy withdraws no key and confirms none.
    if (keys === undefined) {
      cached.failure = fetched.ok ? 'no-key-set' : fetched.reason;
      return;
    }
    cached.failure = null;
    cached.keys = keys;
    cached.confirmedAt = cached.triedAt;
    onKeys?.(platform, [...cached.keys.keys()]);
  }

  /** Concurrent callers share one fetch. */
  function refresh(cached: CachedKeys, platform: string, signal: AbortSignal): Promise<void> {
    cached.fetching ??= fetchInto(cached, platform, signal).finally(() => {
      cached.fetching = null;
    });
    return cached.fetching;
  }

  function needsRefresh(cached: CachedKeys, kid: string): boolean {
    const sinceTry = clock.elapsed() - cached.triedAt;
    const unconfirmed = clock.elapsed() - cached.confirmedAt;
    if (!cached.keys.has(kid) || unconfirmed >= UNCONFIRMED_MAX_MS) return sinceTry >= REFETCH_MS;
    return unconfirmed >= REFRESH_MS && sinceTry >= RETRY_REFRESH_MS;
  }

  return {
    forget: (platform) => void cache.delete(platform),
    async findKey(issuer, kid, signal) {
      if (!isPeer(issuer)) return rejected('unknown-issuer');
      const cached = cachedOf(issuer);
      if (pinsOf?.(issuer)?.includes(kid) === false) return rejected('wrong-identity');
      if (needsRefresh(cached, kid)) await refresh(cached, issuer, signal);
      const isConfirmed = clock.elapsed() - cached.confirmedAt < UNCONFIRMED_MAX_MS;
      const key = isConfirmed ? cached.keys.get(kid) : undefined;
      return key === undefined ? rejected(cached.failure ?? 'unknown-key') : accepted(key);
    },
  };
}

/** A keyring with given keys; nothing is fetched. */
export async function fixedKeyring(
  known: Iterable<readonly [platform: string, jwks: unknown]>,
): Promise<{ readonly findKey: FindKey }> {
  const keysOf = new Map<string, ReadonlyMap<string, KeyObject>>();
  for (const [platform, jwks] of known) keysOf.set(platform, (await importKeys(jwks)) ?? new Map());
  return {
    findKey: async (issuer, kid) => {
      const keys = keysOf.get(issuer);
      if (keys === undefined) return rejected('unknown-issuer');
      const key = keys.get(kid);
      return key === undefined ? rejected('unknown-key') : accepted(key);
    },
  };
}

/** Fetches key sets over the mesh transport. What is not JSON, or has another status than 200, is null. */
export function fetchJwksOver(transport: Transport): FetchJwks {
  return async (platform, signal) => {
    try {
      const answer = await transport.request(platform, { method: 'GET', path: JWKS_PATH }, signal);
      return accepted(answer.status === 200 ? parseJson(answer.body) : null);
    } catch (error) {
      if (error instanceof TransportError) return rejected(error.reason);
      throw error;
    }
  };
}

const emptyCache = (): CachedKeys => ({
  keys: new Map(),
  confirmedAt: Number.NEGATIVE_INFINITY,
  triedAt: Number.NEGATIVE_INFINITY,
  failure: null,
  fetching: null,
});

/** @returns undefined when it is not a key set */
async function importKeys(jwks: unknown): Promise<ReadonlyMap<string, KeyObject> | undefined> {
  const keys = new Map<string, KeyObject>();
  const published = publicKeysOf(jwks);
  for (const key of published ?? []) {
    keys.set(await calculateJwkThumbprint(key), createPublicKey({ key, format: 'jwk' }));
  }
  return published && keys;
}
