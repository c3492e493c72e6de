import type { KeyObject } from 'node:crypto';
import type { Rejection } from '../../outgoing/failure.ts';
import type { NoAnswer } from '../../outgoing/no-answer.ts';

/** The verified value, or why there is none. */
export type Verdict<T, Reason = Rejection> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

export const accepted = <T>(value: T) => ({ ok: true, value }) as const;
export const rejected = <Reason>(reason: Reason) => ({ ok: false, reason }) as const;

/** Finds the key that a platform signs with, or says why there is none. */
export type FindKey = (
  issuer: string,
  kid: string,
  signal: AbortSignal,
) => Promise<
  Verdict<KeyObject, 'unknown-issuer' | 'unknown-key' | 'no-key-set' | 'wrong-identity' | NoAnswer>
>;
