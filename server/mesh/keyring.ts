import { createPublicKey, type KeyObject } from 'node:crypto';
import { calculateJwkThumbprint } from 'jose';
import type { Clock } from './clock.ts';
import type { Silence } from './failure.ts';
import { publicKeysOf } from './jwks.ts';
import { believe, distrust, type FindKey, type Verdict } from './token.ts';

/** Fetches a platform's key set from its configured address. */
export type FetchJwks = (
  platform: string,
  signal: AbortSignal,
) => Promise<Verdict<unknown, Silence>>;

/** A platform's keys are fetched at most this often, however many unknown ones somebody signs with. */
const REFETCH_MS = 5_000;
/** Keys are fetched anew after this long, so that a withdrawn one stops working. */
const KEEP_MS = 60 * 60 * 1000;

interface Shelf {
  keys: ReadonlyMap<string, KeyObject>;
  fetchedAt: number;
  failure: Silence | null;
  fetching: Promise<void> | null;
}

interface KeyringParts {
  readonly fetchJwks: FetchJwks;
  readonly clock: Clock;
  /** By platform: thumbprints of the only keys that are believed, whatever it publishes. */
  readonly pins?: ReadonlyMap<string, readonly string[]>;
}

/**
 * The public keys of the configured platforms, each as it publishes them at its configured address. A
 * key is known by its thumbprint, whatever name it is published under.
 */
export function createKeyring(
  platforms: Iterable<string>,
  { fetchJwks, clock, pins }: KeyringParts,
): { readonly findKey: FindKey } {
  const shelves = new Map<string, Shelf>();
  for (const platform of platforms) shelves.set(platform, emptyShelf());

  async function fetchInto(shelf: Shelf, platform: string, signal: AbortSignal): Promise<void> {
    const fetched = await fetchJwks(platform, signal);
    shelf.fetchedAt = clock.now();
    shelf.failure = fetched.ok ? null : fetched.reason;
    if (fetched.ok) shelf.keys = await importKeys(fetched.value);
  }

  /** One fetch at a time; whoever comes meanwhile waits for the same one. */
  function refresh(shelf: Shelf, platform: string, signal: AbortSignal): Promise<void> {
    shelf.fetching ??= fetchInto(shelf, platform, signal).finally(() => {
      shelf.fetching = null;
    });
    return shelf.fetching;
  }

  return {
    async findKey(issuer, kid, signal) {
      const shelf = shelves.get(issuer);
      if (shelf === undefined) return distrust('unknown-issuer');
      if (pins?.get(issuer)?.includes(kid) === false) return distrust('wrong-identity');
      const age = clock.now() - shelf.fetchedAt;
      const wanted = !shelf.keys.has(kid) && age >= REFETCH_MS;
      if (wanted || age >= KEEP_MS) await refresh(shelf, issuer, signal);
      const key = shelf.keys.get(kid);
      return key === undefined ? distrust(shelf.failure ?? 'unknown-key') : believe(key);
    },
  };
}

/** A key ring whose keys were handed over: nothing is fetched. */
export async function fixedKeyring(
  known: Iterable<readonly [platform: string, jwks: unknown]>,
): Promise<{ readonly findKey: FindKey }> {
  const shelves = new Map<string, ReadonlyMap<string, KeyObject>>();
  for (const [platform, jwks] of known) shelves.set(platform, await importKeys(jwks));
  return {
    findKey: async (issuer, kid) => {
      const keys = shelves.get(issuer);
      if (keys === undefined) return distrust('unknown-issuer');
      const key = keys.get(kid);
      return key === undefined ? distrust('unknown-key') : believe(key);
    },
  };
}

const emptyShelf = (): Shelf => ({
  keys: new Map(),
  fetchedAt: Number.NEGATIVE_INFINITY,
  failure: null,
  fetching: null,
});

async function importKeys(jwks: unknown): Promise<ReadonlyMap<string, KeyObject>> {
  const keys = new Map<string, KeyObject>();
  for (const key of publicKeysOf(jwks)) {
    keys.set(await calculateJwkThumbprint(key), createPublicKey({ key, format: 'jwk' }));
  }
  return keys;
}
