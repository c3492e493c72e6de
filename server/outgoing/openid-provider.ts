import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { OidcProblem } from '../../contract/oidc.ts';
import type { Clock } from '../base/clock.ts';
import type { OpenIdConfig } from '../config/openid-config.ts';
import { createFetch } from './fetch.ts';
import { TransportError } from './no-answer.ts';

export type OpenIdProvider = ReturnType<typeof createOpenIdProvider>;

interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** What the provider says about a person. */
export interface OpenIdClaims {
  readonly sub: string;
  /** When the provider last asked the person who they are, in seconds. */
  readonly auth_time?: number;
  readonly [claim: string]: unknown;
}

/** Why a sign-in failed. */
export class SignInProblem extends Error {
  override readonly name = 'SignInProblem';

  /** Name of the account that it was about, if it exists here. */
  readonly account: string | undefined;

  constructor(
    readonly problem: OidcProblem,
    { account, ...options }: ErrorOptions & { readonly account?: string } = {},
  ) {
    super(`sign-in at the OpenID provider: ${problem}`, options);
    this.account = account;
  }
}

/** With any `max_age` the ID token says when the person was asked (OpenID Connect Core 1.0, section 2); a year asks nobody again. */
const MAX_AGE_SEC = String(365 * 24 * 60 * 60);
/** Of each request, and of its answer. */
const LIMITS = { limitMs: 8_000, bodyMaxBytes: 1024 * 1024 };
const RETRY_MS = { first: 1000, longest: 60_000 };

/**
 * The provider of OpenID Connect: authorization code flow with PKCE, state and nonce. It is asked nothing before the first
 * sign-in: a provider that is away never stops a start.
 *
 */
export function createOpenIdProvider(config: OpenIdConfig, clock: Clock, limits = LIMITS) {
  const discover = createDiscovery(config, clock, limits);
  return {
    /**
     * @param anew the provider asks who it is even if the browser is signed in there
     * @returns the address that the browser is sent to, and what its return is checked by
     * @throws SignInProblem
     */
    async begin(anew: boolean): Promise<{ address: URL; checks: SignInChecks }> {
      const provider = await discover.configuration();
      const checks = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
      };
      const address = buildAuthorizationUrl(provider, {
        redirect_uri: config.redirectUri,
        scope: config.scopes,
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await calculatePKCECodeChallenge(checks.verifier),
        code_challenge_method: 'S256',
        max_age: MAX_AGE_SEC,
        ...(anew && { prompt: 'login' }),
      });
      return { address, checks };
    },
    /** @param query of the return: `?code=...&state=...`. @throws SignInProblem */
    async complete(query: string, checks: SignInChecks): Promise<OpenIdClaims> {
      const provider = await discover.configuration();
      try {
        return await exchange(provider, new URL(config.redirectUri + query), checks);
      } catch (error) {
        const problem = problemOf(error);
        // Its endpoints may have moved.
        if (problem === 'unreachable') discover.forget();
        throw new SignInProblem(problem, { cause: error });
      }
    },
  };
}

/** Reads the provider's metadata once; after a failure not again for a while. */
function createDiscovery(config: OpenIdConfig, clock: Clock, limits: typeof LIMITS) {
  const fetch = createFetch({ ...limits, clock });
  let known: Promise<Configuration> | undefined;
  let failures = 0;
  let retryAt = Number.NEGATIVE_INFINITY;

  async function read(): Promise<Configuration> {
    try {
      const issuer = new URL(config.issuer);
      const found = await discovery(issuer, config.clientId, undefined, clientAuth(config), {
        [customFetch]: fetch,
        timeout: limits.limitMs / 1000,
        // The library trusts TLS instead of the signature otherwise (OpenID Connect Core 1.0, section 3.1.3.7).
        execute: [
          enableNonRepudiationChecks,
          ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : []),
        ],
      });
      failures = 0;
      return found;
    } catch (error) {
      known = undefined;
      retryAt = clock.elapsed() + Math.min(RETRY_MS.first * 2 ** failures, RETRY_MS.longest);
      failures += 1;
      throw new SignInProblem('unreachable', { cause: error });
    }
  }

  return {
    configuration(): Promise<Configuration> {
      if (known === undefined && clock.elapsed() < retryAt)
        return Promise.reject(new SignInProblem('unreachable'));
      known ??= read();
      return known;
    },
    forget(): void {
      known = undefined;
    },
  };
}

/** Without a list of methods it is `client_secret_basic` (OpenID Connect Discovery 1.0, section 3). */
const clientAuth =
  ({ clientSecret }: OpenIdConfig): ClientAuth =>
  (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? ClientSecretBasic : ClientSecretPost;
    method(clientSecret)(server, ...rest);
  };

async function exchange(
  provider: Configuration,
  returned: URL,
  { state, nonce, verifier }: SignInChecks,
): Promise<OpenIdClaims> {
  const tokens = await authorizationCodeGrant(provider, returned, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new SignInProblem('invalid');
  if (provider.serverMetadata().userinfo_endpoint === undefined) return claims;
  // Many providers leave groups and names out of the ID token.
  const more = await fetchUserInfo(provider, tokens.access_token, claims.sub);
  return { ...more, ...claims };
}

function problemOf(error: unknown): OidcProblem {
  if (error instanceof SignInProblem) return error.problem;
  if (error instanceof AuthorizationResponseError) return answeredProblem(error.error);
  if (error instanceof ResponseBodyError)
    return error.error === 'invalid_grant' ? 'expired' : 'unreachable';
  return !(error instanceof ClientError) || isAway(error) ? 'unreachable' : 'invalid';
}

function answeredProblem(code: string): OidcProblem {
  return code === 'access_denied' ? 'cancelled' : 'unreachable';
}

/** No answer, or one with another status than the protocol's: that of a proxy in front of it. */
const isAway = ({ code, cause }: ClientError) =>
  cause instanceof TransportError ||
  code === 'OAUTH_TIMEOUT' ||
  code === 'OAUTH_ABORT' ||
  code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
