import type { KeyObject } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import * as z from 'zod/mini';
import {
  CLOCK_TOLERANCE_SEC,
  TOKEN_LIFETIME_SEC,
  TOKEN_MAX_CHARS,
  type TokenType,
} from './claims.ts';
import type { Distrust, Silence } from './failure.ts';
import { verifyJws } from './jws.ts';

/** Believed, with what was signed; or not, and why. */
export type Verdict<T, Reason = Distrust> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

export const believe = <T>(value: T) => ({ ok: true, value }) as const;
export const distrust = <Reason>(reason: Reason) => ({ ok: false, reason }) as const;

/** Finds the key that a platform signs with, or says why there is none. */
export type FindKey = (
  issuer: string,
  kid: string,
  signal: AbortSignal,
) => Promise<Verdict<KeyObject, 'unknown-issuer' | 'unknown-key' | 'wrong-identity' | Silence>>;

/** These and no others: a header may ask for what only its maker understands (`crit`, RFC 7515 4.1.11). */
const HeaderSchema = z.strictObject({ alg: z.literal('EdDSA'), typ: z.string(), kid: z.string() });
const IssuerSchema = z.object({ iss: z.string() });

interface Token<Schema extends z.ZodMiniType> {
  readonly token: string;
  readonly type: TokenType;
  readonly schema: Schema;
}

/** @returns the token's claims, once its type, key, signature and shape are right; its times are not looked at */
export async function readToken<Schema extends z.ZodMiniType>(
  { token, type, schema }: Token<Schema>,
  findKey: FindKey,
  signal: AbortSignal,
): Promise<Verdict<z.infer<Schema>, Distrust | Silence>> {
  const head = headOf(token);
  if (head === null || head.typ !== type) return distrust('malformed');
  const key = await findKey(head.iss, head.kid, signal);
  if (!key.ok) return key;
  const payload = verifyJws(token, key.value);
  if (payload === null) return distrust('bad-signature');
  const claims = z.safeParse(schema, payload);
  return claims.success ? believe(claims.data) : distrust('malformed');
}

/** What has to be known before the signature can be checked; not to be believed yet. */
function headOf(token: string): { typ: string; kid: string; iss: string } | null {
  if (token.length > TOKEN_MAX_CHARS) return null;
  try {
    const header = z.parse(HeaderSchema, decodeProtectedHeader(token));
    return { ...header, ...z.parse(IssuerSchema, decodeJwt(token)) };
  } catch {
    return null;
  }
}

/** @returns what is wrong with a token's times as this node's clock shows them */
export function wrongTime(
  { iat, exp }: { readonly iat: number; readonly exp: number },
  nowMs: number,
): Distrust | null {
  const now = nowMs / 1000;
  if (exp <= iat || exp - iat > TOKEN_LIFETIME_SEC) return 'wrong-lifetime';
  if (iat > now + CLOCK_TOLERANCE_SEC) return 'clock-ahead';
  if (exp < now - CLOCK_TOLERANCE_SEC) return 'clock-behind';
  return null;
}
