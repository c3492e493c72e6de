import { beforeEach, describe, expect, test } from 'vitest';
import { createManualClock } from '../../../tests/server/manual-clock.ts';
import { createIdentity, type Identity } from './identity.ts';
import { createKeyring } from './keyring.ts';

const SIGNAL = new AbortController().signal;

let clock = createManualClock();
let published: unknown;
let fetches = 0;
let forge: Identity;

beforeEach(async () => {
  clock = createManualClock();
  fetches = 0;
  forge = await createIdentity('forge');
  published = forge.jwks();
});

const keyring = (pins?: ReadonlyMap<string, readonly string[]>) =>
  createKeyring((id) => id === 'forge', {
    clock,
    ...(pins && { pinsOf: (id: string) => pins.get(id) }),
    fetchJwks: async () => {
      fetches += 1;
      return { ok: true, value: published } as const;
    },
  });

const kidOf = (identity: Identity) => identity.jwks().keys[0]?.kid ?? '';

describe('the keyring', () => {
  test('fetches a platform’s keys when the first one is needed, and caches them', async () => {
    const { findKey } = keyring();
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: true });
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: true });
    expect(fetches).toBe(1);
  });

  test('never fetches for a platform that is not configured', async () => {
    const found = await keyring().findKey('stranger', 'key', SIGNAL);
    expect(found).toEqual({ ok: false, reason: 'unknown-issuer' });
    expect(fetches).toBe(0);
  });

  test('accepts only pinned keys, whatever is published', async () => {
    const { findKey } = keyring(new Map([['forge', [kidOf(forge)]]]));
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: true });
    const impostor = await createIdentity('forge');
    published = impostor.jwks();
    clock.advance(10_000);
    expect(await findKey('forge', kidOf(impostor), SIGNAL)).toEqual({
      ok: false,
      reason: 'wrong-identity',
    });
    expect(fetches).toBe(1);
  });

  test('finds a new key, but does not fetch for each made-up key', async () => {
    const { findKey } = keyring();
    await findKey('forge', kidOf(forge), SIGNAL);
    for (let i = 0; i < 50; i++)
      expect(await findKey('forge', `made-up-${i}`, SIGNAL)).toEqual({
        ok: false,
        reason: 'unknown-key',
      });
    expect(fetches).toBe(1);
    const renewed = await createIdentity('forge');
    published = renewed.jwks();
    clock.advance(5_000);
    expect(await findKey('forge', kidOf(renewed), SIGNAL)).toMatchObject({ ok: true });
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: false });
    expect(fetches).toBe(2);
  });

  test('shares one fetch among concurrent callers', async () => {
    const { findKey } = keyring();
    const kid = kidOf(forge);
    const found = await Promise.all(
      Array.from({ length: 20 }, () => findKey('forge', kid, SIGNAL)),
    );
    expect(found.every(({ ok }) => ok)).toBe(true);
    expect(fetches).toBe(1);
  });

  test('takes nobody for a platform without keys while those that it answered are being read', async () => {
    const { findKey } = keyring();
    const found = [];
    // Reading a key takes more turns than these.
    for (let turn = 0; turn < 20; turn++) {
      found.push(findKey('forge', kidOf(forge), SIGNAL));
      await Promise.resolve();
    }
    expect((await Promise.all(found)).every(({ ok }) => ok)).toBe(true);
    expect(fetches).toBe(1);
  });

  test('refuses a key that could not be confirmed for four hours', async () => {
    let reachable = true;
    const { findKey } = createKeyring((id) => id === 'forge', {
      clock,
      fetchJwks: async () =>
        reachable
          ? ({ ok: true, value: published } as const)
          : ({ ok: false, reason: 'unreachable' } as const),
    });
    await findKey('forge', kidOf(forge), SIGNAL);
    reachable = false;
    clock.advance(4 * 60 * 60 * 1000 - 1);
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: true });
    clock.advance(5_000);
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toEqual({
      ok: false,
      reason: 'unreachable',
    });
    reachable = true;
    clock.advance(5_000);
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: true });
  });

  test('refuses a withdrawn key after at most an hour', async () => {
    const { findKey } = keyring();
    await findKey('forge', kidOf(forge), SIGNAL);
    published = { keys: [] };
    clock.advance(60 * 60 * 1000);
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: false });
  });

  test('identifies a key by its thumbprint, whatever kid it is published under', async () => {
    const other = await createIdentity('forge');
    const [key] = other.jwks().keys;
    published = { keys: [{ ...key, kid: kidOf(forge) }] };
    expect(await keyring().findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: false });
  });

  test('ignores keys that are not Ed25519, and takes nothing else for a key set', async () => {
    const [key] = forge.jwks().keys;
    published = { keys: [null, { kty: 'RSA' }, { ...key, x: 'short' }, key] };
    expect(await keyring().findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: true });
    for (const nonsense of [null, 'text', { keys: 'none' }, { keys: Array(17).fill(key) }]) {
      published = nonsense;
      const found = await keyring().findKey('forge', kidOf(forge), SIGNAL);
      expect(found).toEqual({ ok: false, reason: 'no-key-set' });
    }
  });

  test('keeps its keys, unconfirmed, while something else answers at their address', async () => {
    const { findKey } = keyring();
    await findKey('forge', kidOf(forge), SIGNAL);
    published = null;
    clock.advance(3 * 60 * 60 * 1000);
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: true });
    clock.advance(60 * 60 * 1000);
    const unconfirmed = await findKey('forge', kidOf(forge), SIGNAL);
    expect(unconfirmed).toEqual({ ok: false, reason: 'no-key-set' });
  });

  test('finds a new key and drops a withdrawn one in time after the clock was set back', async () => {
    let now = 1_800_000_000_000;
    clock = { ...clock, now: () => now };
    const { findKey } = keyring();
    await findKey('forge', kidOf(forge), SIGNAL);
    now -= 350 * 60_000;
    const renewed = await createIdentity('forge');
    published = renewed.jwks();
    clock.advance(60 * 60 * 1000);
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: false });
    expect(await findKey('forge', kidOf(renewed), SIGNAL)).toMatchObject({ ok: true });
  });

  test('returns why keys could not be fetched', async () => {
    const { findKey } = createKeyring((id) => id === 'forge', {
      clock,
      fetchJwks: async () => ({ ok: false, reason: 'unreachable' }) as const,
    });
    expect(await findKey('forge', 'key', SIGNAL)).toEqual({ ok: false, reason: 'unreachable' });
  });
});
