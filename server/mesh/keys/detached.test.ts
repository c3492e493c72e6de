import { beforeEach, describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../proofs/detached.ts';
import { signDetached, verifyDetached } from './detached.ts';
import { createIdentity, type Identity } from './identity.ts';
import { fixedKeyring } from './keyring.ts';

const SIGNAL = new AbortController().signal;
const VALUE = { from: 'forge', round: 7, seen: [{ platform: 'harbor', latencyMs: 1.5 }] };
const NOW = 1_800_000_000_123;
const claim = { tag: 'route66-testimony', issuer: 'forge', value: VALUE } as const;

let forge: Identity;
beforeEach(async () => {
  forge = await createIdentity('forge');
});

async function resultOf(
  signed = signDetached(forge, 'route66-testimony', VALUE, NOW),
  changed: Partial<{ tag: 'route66-log-head'; issuer: string; value: unknown }> = {},
) {
  const { findKey } = await fixedKeyring([['forge', forge.jwks()]]);
  const verdict = await verifyDetached(signed, { ...claim, ...changed }, findKey, SIGNAL);
  return verdict.ok ? verdict.value : verdict.reason;
}

test('canonical JSON is that of RFC 8785, whatever the order of members', () => {
  const example = {
    literals: [null, true, false],
    numbers: [1e30, 4.5, 2e-3, 1e-27],
    a: '€$\u000F\n',
  };
  expect(canonicalJson(example)).toBe(
    '{"a":"€$\\u000f\\n","literals":[null,true,false],"numbers":[1e+30,4.5,0.002,1e-27]}',
  );
  expect(canonicalJson({ b: { 9: 1, 10: undefined, 11: 2 }, a: 3 })).toBe(
    '{"a":3,"b":{"11":2,"9":1}}',
  );
});

describe('a detached signature', () => {
  test('is valid after a way through a file, with its members in another order', async () => {
    const signed = JSON.parse(JSON.stringify(signDetached(forge, 'route66-testimony', VALUE, NOW)));
    const { from, round, seen } = VALUE;
    expect(await resultOf(signed, { value: { seen, round, from } })).toMatchObject({
      signedAt: 1_800_000_000_000,
    });
  });

  test.each([
    ['of another value', { value: { ...VALUE, round: 8 } }, 'bad-signature'],
    ['for another purpose', { tag: 'route66-log-head' as const }, 'wrong-request'],
    ['of another platform', { issuer: 'harbor' }, 'unknown-issuer'],
  ])('is refused %s', async (_, changed, reason) => {
    expect(await resultOf(undefined, changed)).toBe(reason);
  });

  test('is refused with a foreign key, changed parameters, or none', async () => {
    const foreign = signDetached(await createIdentity('forge'), 'route66-testimony', VALUE, NOW);
    expect(await resultOf(foreign)).toBe('unknown-key');
    const signed = signDetached(forge, 'route66-testimony', VALUE, NOW);
    const later = { ...signed, input: signed.input.replace('created=18', 'created=19') };
    expect(await resultOf(later)).toBe('bad-signature');
    expect(await resultOf({ ...signed, input: 'nonsense' })).toBe('malformed');
  });
});
