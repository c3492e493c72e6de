import * as z from 'zod/mini';

/** The public half of an Ed25519 key (RFC 8037); `kid` is its thumbprint (RFC 7638). */
export const PublicKeySchema = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string().check(z.regex(/^[\w-]{43}$/)),
  kid: z.string().check(z.minLength(1), z.maxLength(128)),
});
type PublicKey = z.infer<typeof PublicKeySchema>;

/** Where every node publishes its keys. */
export const JWKS_PATH = '/.well-known/jwks.json';

const KEYS_MAX = 16;

/** The set may hold keys of other types; `publicKeysOf` skips them. */
const JwksSchema = z.object({ keys: z.array(z.unknown()).check(z.maxLength(KEYS_MAX)) });

export interface Jwks {
  readonly keys: readonly PublicKey[];
}

/** @returns the Ed25519 keys of a key set (RFC 7517); undefined when it is not one */
export function publicKeysOf(foreign: unknown): PublicKey[] | undefined {
  const set = z.safeParse(JwksSchema, foreign);
  if (!set.success) return undefined;
  return set.data.keys.flatMap((key) => {
    const parsed = z.safeParse(PublicKeySchema, key);
    return parsed.success ? [parsed.data] : [];
  });
}
