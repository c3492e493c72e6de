import { beforeEach, describe, expect, test } from 'vitest';
import { createIdentity, type Identity } from '../../../server/mesh/identity.ts';
import { createKeyring } from '../../../server/mesh/keyring.ts';
import { createHandClock } from './hand-clock.ts';

const SIGNAL = new AbortController().signal;

let clock = createHandClock();
let published: unknown;
let fetches = 0;
let forge: Identity;

beforeEach(async () => {
  clock = createHandClock();
  fetches = 0;
  forge = await createIdentity('forge');
  published = forge.jwks();
});

const keyring = (pins?: ReadonlyMap<string, readonly string[]>) =>
  createKeyring(['forge'], {
    clock,
    ...(pins && { pins }),
    fetchJwks: async () => {
      fetches += 1;
      return { ok: true, value: published } as const;
    },
  });

const kidOf = (identity: Identity) => identity.jwks().keys[0]?.kid ?? '';

describe('the key ring', () => {
  test('fetches a platform’s keys when the first one is needed, and keeps them', async () => {
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

  test('believes no key but those that the configuration names, whatever is published', async () => {
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

  test('learns a new key, but does not fetch for every unknown one that somebody makes up', async () => {
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

  test('fetches once for all who wait at the same moment', async () => {
    const { findKey } = keyring();
    const kid = kidOf(forge);
    const found = await Promise.all(
      Array.from({ length: 20 }, () => findKey('forge', kid, SIGNAL)),
    );
    expect(found.every(({ ok }) => ok)).toBe(true);
    expect(fetches).toBe(1);
  });

  test('lets go of a withdrawn key within the hour', async () => {
    const { findKey } = keyring();
    await findKey('forge', kidOf(forge), SIGNAL);
    published = { keys: [] };
    clock.advance(60 * 60 * 1000);
    expect(await findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: false });
  });

  test('knows a key by its thumbprint, whatever it is published as', async () => {
    const other = await createIdentity('forge');
    const [key] = other.jwks().keys;
    published = { keys: [{ ...key, kid: kidOf(forge) }] };
    expect(await keyring().findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: false });
  });

  test('passes over what is no Ed25519 key, and takes nonsense for an empty set', async () => {
    const [key] = forge.jwks().keys;
    published = { keys: [null, { kty: 'RSA' }, { ...key, x: 'short' }, key] };
    expect(await keyring().findKey('forge', kidOf(forge), SIGNAL)).toMatchObject({ ok: true });
    for (const nonsense of [null, 'text', { keys: 'none' }, { keys: Array(17).fill(key) }]) {
      published = nonsense;
      const found = await keyring().findKey('forge', kidOf(forge), SIGNAL);
      expect(found).toEqual({ ok: false, reason: 'unknown-key' });
    }
  });

  test('says why keys could not be fetched', async () => {
    const { findKey } = createKeyring(['forge'], {
      clock,
      fetchJwks: async () => ({ ok: false, reason: 'unreachable' }) as const,
    });
    expect(await findKey('forge', 'key', SIGNAL)).toEqual({ ok: false, reason: 'unreachable' });
  });
});
