import { createPrivateKey, sign } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod/mini';
import { ActionableError } from '../../base/actionable-error.ts';
import { type KeyStore, keysText, openKeys, readKeys } from '../../secrets/key-store.ts';
import { type Jwks, PublicKeySchema } from './jwks.ts';

/** A node's platform id and the Ed25519 keys that prove it. The private keys never leave this module. */
export interface Identity {
  readonly id: string;
  /** Thumbprint of the newest key. */
  readonly kid: string;
  /** @returns the Ed25519 signature of these bytes with the newest key */
  signBytes(bytes: Uint8Array): Buffer;
  /** The public keys, newest first, as published at `/.well-known/jwks.json`. */
  jwks(): Jwks;
}

const PrivateKeySchema = z.extend(PublicKeySchema, { d: z.string().check(z.maxLength(64)) });
type PrivateKey = z.infer<typeof PrivateKeySchema>;

/** Newest first. Older ones are still published but sign nothing. */
const IdentityFileSchema = z.object({
  keys: z.array(z.object({ createdAt: z.string(), key: PrivateKeySchema })).check(z.minLength(1)),
});

/** How long a replaced key is still published, for what it signed. */
const KEEP_REPLACED_MS = 7 * 24 * 60 * 60 * 1000;

type KeyEntry = z.infer<typeof IdentityFileSchema>['keys'][number];

/** @returns an identity with a new key that is kept in memory only */
export async function createIdentity(id: string): Promise<Identity> {
  return identityOf(id, [await createKey()]);
}

/**
 * Reads the identity of this node, or creates it at the first start.
 *
 * @throws ActionableError when there is one without a usable key
 */
export async function openIdentity(store: KeyStore, id: string, now: () => number) {
  const first = async () => ({ keys: [await newEntry(now)] });
  const { keys } = await openKeys(store, 'identity', IdentityFileSchema, first);
  return identityOf(
    id,
    inUse(keys, now()).map(({ key }) => key),
  );
}

/**
 * Adds a new key to the identity. After its next start the node signs with it, and still
 * publishes the old one for a week.
 *
 * @returns the thumbprint of the new key
 * @throws ActionableError when there is an identity without a usable key
 */
export async function rotateIdentity(store: KeyStore, now: () => number): Promise<string> {
  const entry = await newEntry(now);
  await store.update('identity', async (text) => {
    const before = text && readKeys(store, 'identity', IdentityFileSchema, text).keys;
    return keysText({ keys: [entry, ...inUse(before || [], now())] });
  });
  return entry.key.kid;
}

const newEntry = async (now: () => number): Promise<KeyEntry> => ({
  createdAt: new Date(now()).toISOString(),
  key: await createKey(),
});

/** A key counts as replaced from the time the next one was created. */
function inUse(entries: readonly KeyEntry[], now: number): KeyEntry[] {
  return entries.filter((_, index) => {
    const next = entries[index - 1];
    return next === undefined || now - Date.parse(next.createdAt) < KEEP_REPLACED_MS;
  });
}

async function createKey(): Promise<PrivateKey> {
  const { privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return z.parse(PrivateKeySchema, { ...jwk, kid });
}

function identityOf(id: string, keys: readonly PrivateKey[]): Identity {
  const [newest] = keys;
  if (newest === undefined) throw new ActionableError('An identity needs a key');
  const signingKey = createPrivateKey({ key: newest, format: 'jwk' });
  const published = { keys: keys.map((key) => z.parse(PublicKeySchema, key)) };
  return {
    id,
    kid: newest.kid,
    jwks: () => published,
    signBytes: (bytes) => sign(null, bytes, signingKey),
  };
}
