import { createPrivateKey } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import * as z from 'zod/mini';
import type { TokenType } from './claims.ts';
import { type Jwks, PublicKeySchema } from './jwks.ts';
import { signJws } from './jws.ts';
import { writeSecret } from './secret-file.ts';

/**
 * Who a node is in the mesh: its platform id and the Ed25519 keys that prove it. The private keys are
 * seen by this file alone.
 */
export interface Identity {
  readonly id: string;
  /** @returns the claims as a compact JWT of this type, signed with the newest key */
  sign(type: TokenType, claims: Readonly<Record<string, unknown>>): string;
  /** The public keys, newest first: what is published at `/.well-known/jwks.json`. */
  jwks(): Jwks;
}

const PrivateKeySchema = z.extend(PublicKeySchema, { d: z.string().check(z.maxLength(64)) });
type PrivateKey = z.infer<typeof PrivateKeySchema>;

/** Newest first; older ones are still published, but sign nothing. */
const IdentityFileSchema = z.object({
  keys: z.array(z.object({ createdAt: z.string(), key: PrivateKeySchema })).check(z.minLength(1)),
});

/** The identity file is there, but cannot be used. It is reported and left as it is. */
export class DamagedIdentityError extends Error {
  override readonly name = 'DamagedIdentityError';
}

const ALGORITHM = 'EdDSA';
const FILE = 'identity.json';

/** A key that was replaced is still published for so long: what it signed may still be on its way. */
const KEEP_REPLACED_MS = 7 * 24 * 60 * 60 * 1000;

type KeyEntry = z.infer<typeof IdentityFileSchema>['keys'][number];

/** @returns an identity whose keys live as long as the process */
export async function createIdentity(id: string): Promise<Identity> {
  return identityOf(id, [await createKey()]);
}

/**
 * Reads `<dataDir>/identity.json`, or makes it (mode 600, synced) at the first start.
 *
 * @throws DamagedIdentityError when the file is there but holds no key
 */
export async function openIdentity(dataDir: string, id: string, now: () => number) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  const entries = existsSync(path) ? readKeys(path) : [await addKey(path, [], now)];
  const keys = inUse(entries, now()).map(({ key }) => key);
  return identityOf(id, keys);
}

/**
 * Makes a new key beside the ones in `<dataDir>/identity.json`. From its next start the node signs with
 * it and goes on publishing the old one for a week.
 *
 * @returns the thumbprint of the new key
 * @throws DamagedIdentityError when the file is there but holds no key
 */
export async function rotateIdentity(dataDir: string, now: () => number): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, FILE);
  const entries = existsSync(path) ? readKeys(path) : [];
  return (await addKey(path, inUse(entries, now()), now)).key.kid;
}

async function addKey(path: string, older: readonly KeyEntry[], now: () => number) {
  const entry = { createdAt: new Date(now()).toISOString(), key: await createKey() };
  writeSecret(path, `${JSON.stringify({ keys: [entry, ...older] }, null, 2)}\n`);
  return entry;
}

/** A key is replaced when the next one is made. */
function inUse(entries: readonly KeyEntry[], now: number): KeyEntry[] {
  return entries.filter((_, place) => {
    const next = entries[place - 1];
    return next === undefined || now - Date.parse(next.createdAt) < KEEP_REPLACED_MS;
  });
}

function readKeys(path: string): KeyEntry[] {
  chmodSync(path, 0o600);
  try {
    return z.parse(IdentityFileSchema, JSON.parse(readFileSync(path, 'utf8'))).keys;
  } catch (error) {
    // The cause is left out: it would repeat parts of the file, which is secret.
    const kind = error instanceof SyntaxError ? 'is no JSON' : 'holds no usable key';
    throw new DamagedIdentityError(`${path} ${kind}; restore it, or move it away for a new key`);
  }
}

async function createKey(): Promise<PrivateKey> {
  const { privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(jwk);
  return z.parse(PrivateKeySchema, { ...jwk, kid });
}

function identityOf(id: string, keys: readonly PrivateKey[]): Identity {
  const [newest] = keys;
  if (newest === undefined) throw new DamagedIdentityError('An identity needs a key');
  const signingKey = createPrivateKey({ key: newest, format: 'jwk' });
  const published = { keys: keys.map((key) => z.parse(PublicKeySchema, key)) };
  return {
    id,
    jwks: () => published,
    sign: (type, claims) =>
      signJws({ alg: ALGORITHM, typ: type, kid: newest.kid }, claims, signingKey),
  };
}
