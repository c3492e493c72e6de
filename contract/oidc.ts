/**
 * Why a sign-in at the OpenID provider did not succeed: the server leads back to the sign-in page with `?problem=` and one of
 * these. After a success it leads there with `?signed-in=oidc`, and in both cases with the `redirect` of the start.
 */
export const OIDC_PROBLEMS = [
  /** Refused or given up at the provider. */
  'cancelled',
  /** It took too long, or began in another browser. */
  'expired',
  /** The provider's answer does not hold: state, nonce or signature. */
  'invalid',
  /** The provider cannot be reached, or answers with an error. */
  'unreachable',
  /** No role belongs to any group of the person. */
  'no-role',
  /** An admin has disabled the account. */
  'disabled',
  /** An account of this server has the name already. */
  'name-taken',
] as const;
export type OidcProblem = (typeof OIDC_PROBLEMS)[number];
